import type { SheetOptions } from '@sluice/sheets';

/** A file to read: as its options say, or in both ways that a drop may be read. */
export interface Asked {
  readonly file: string;
  readonly options?: SheetOptions;
}

export interface Read {
  readonly file: string;
  readonly found: unknown;
}
