import { SheetError } from '../model/sheet-error.ts';

export interface QuoteFault {
  readonly kind: 'unclosed_quote' | 'malformed_quote';
  /** The index of its row. */
  readonly index: number;
  /** The number of its cell, from 1. */
  readonly column: number;
}

/** @param readings the two ways to read the row in sentences, if there are two */
export function quoteError({ kind, column }: QuoteFault, row: number, readings?: string): SheetError {
  const code = kind === 'malformed_quote' ? 'text_after_quote' : kind;
  return new SheetError({ code, readings: readings === undefined ? '' : ` ${readings}`, row, column });
}
