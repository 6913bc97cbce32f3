import { parseJson, previewSchema, type Preview } from '@sluice/contract';
import type { RowProblem } from '../plan/plan-types.ts';

/**
 * The rows that an import's `errorMessage` names. Our service has a line `record N (set S, record M): field: expectation` for each.
 * Another service may state less, or quote a cell; then `expected` is its text, for the person whose sheet it is. `rows[N - 1]`
 * is the row of record N; numbers without a row are ignored.
 */
export function rowsNamed(errorMessage: string, rows: readonly (number | undefined)[]): RowProblem[] {
  return errorMessage.split('\n').flatMap((line) => {
    const named = ourLine(line) ?? theirLine(line);
    return named.flatMap(({ number, ...problem }) => {
      const row = rows[number - 1];
      return row === undefined ? [] : [{ row, ...problem }];
    });
  });
}

interface Named extends Omit<RowProblem, 'row'> {
  /** The number of the record, from 1. */
  readonly number: number;
}

function ourLine(line: string): Named[] | undefined {
  const found = /^record (\d+) \(set \d+, record \d+\): ([^:]{1,200}): (.+)$/u.exec(line.trim());
  if (found === null) return undefined;
  const [, number, column = '', expected = ''] = found;
  return [{ number: Number(number), column, expected }];
}

const naming = /\brecords?\s*(?:(?:number|no\.?|nr\.?)\s*)?#?(\d{1,9})\b/giu;

/** Each record that the line names, with the text after it. */
function theirLine(line: string): Named[] {
  const found = [...line.matchAll(naming)];
  return found.map((match, at) => {
    const words = line.slice(match.index + match[0].length, found[at + 1]?.index);
    return { number: Number(match[1]), expected: reasonIn(words) };
  });
}

function reasonIn(words: string): string {
  const reason = words
    .replace(/^[\s:.,;)\]–-]+/u, '')
    .slice(0, 300)
    .replace(/(?<![\s,;(–-])[\s,;(–-]+$/u, '');
  return reason === '' ? 'The service gave no reason' : reason;
}

/** The preview of an import; undefined if it does not have the form of our service. */
export function readPreview(preview: string | null | undefined): Preview | undefined {
  return previewSchema.safeParse(parseJson(preview ?? '')).data;
}
