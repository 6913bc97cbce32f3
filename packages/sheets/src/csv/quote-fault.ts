import { SheetError } from '../sheet-error.ts';

export interface QuoteFault {
  readonly kind: 'unclosed_quote' | 'malformed_quote';
  /** The index of its row. */
  readonly index: number;
  /** The number of its cell, from 1. */
  readonly column: number;
}

/** @param readings the two ways to read the row, if there are two */
export function quoteError({ kind, column }: QuoteFault, row: number, readings?: string): SheetError {
  const what = {
    unclosed_quote: 'a quote is opened and never closed',
    malformed_quote: 'text follows a closing quote, so the end of the cell is unclear',
  };
  const expected =
    'a cell in quotes to end with a quote before the next delimiter, and quotes inside it to be doubled: "5"" pipe"';
  const facts =
    readings === undefined
      ? { what: what[kind], expected }
      : { what: `${what[kind]}. ${readings}`, expected: 'a quote where the cell ends' };
  return new SheetError({ code: kind, ...facts, row, column });
}
