import type { SheetErrorCode, SheetOptions } from '../../src/index.ts';

/** A small workbook with one oddity, and what it means. */
export interface Case {
  /** Its file's. */
  readonly name: string;
  /** What is odd, and what becomes of it. */
  readonly says: string;
  readonly bytes: Buffer;
  readonly options?: SheetOptions;
  readonly expected: Table | Refusal;
}

export interface Table {
  readonly header: readonly string[];
  /** 1 unless said. */
  readonly headerRow?: number;
  /** `[number, ...cells]` of each. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly notes?: readonly string[];
  readonly skipped?: readonly { readonly row: number; readonly why: string }[];
}

export interface Refusal {
  readonly error: SheetErrorCode;
  readonly row?: number;
  readonly column?: number;
  /** A part of what is said. */
  readonly message: string;
}
