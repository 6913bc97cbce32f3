import type { SheetOptions } from '@sluice/sheets';

/** A file to read: as its options say, or in both ways that a drop may be read; or to plan with the profile proposed for it. */
export interface Asked {
  readonly file: string;
  readonly options?: SheetOptions;
  readonly isPlanned?: true;
}

export interface Read {
  readonly file: string;
  readonly found: unknown;
}
