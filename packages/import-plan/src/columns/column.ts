import type { FieldSpec } from '@sluice/contract';
import type { ColumnFormat } from './column-format.ts';
import type { Place } from './cell-of.ts';

/** A column of the sheet, with the field that its cells go to. */
export interface Column extends Place {
  /** Its place, from 0. Further fields of a column come after the last one. */
  readonly index: number;
  /** As written, or `column C` without a header. */
  readonly header: string;
  /** Its own header, if `header` has those of all joined columns. */
  readonly ownHeader?: string;
  /** Absent for a column that is left out. */
  readonly target?: Target;
  /** The profile leaves it out by its name. */
  readonly ignored?: true;
  /** The field that another of the joined columns has. */
  readonly partOf?: string;
  /** Another record of the row has it. */
  readonly elsewhere?: true;
  /** The only record of the row that has it, from 1, if a row has several. */
  readonly record?: number;
  /** The profile filters the rows by it. */
  readonly filters?: true;
  /** It has no header and is not ignored, so a value in it is a mistake. */
  readonly mustBeBlank: boolean;
}

export interface Target {
  readonly field: string;
  readonly spec: FieldSpec;
  readonly blank: 'keep' | 'clear';
  /** For fields whose cells are not each read alone. */
  readonly format?: ColumnFormat | undefined;
}
