import type { Span } from './spans.ts';

interface Cut {
  /** The first character behind it. */
  readonly at: number;
  readonly what: string;
}

/** Counts the rows in which a column ends or begins within a word or a number, or no column has a text, in constant memory. */
export function watchCuts(spans: readonly Span[]) {
  let rows = 0;
  const before = spans.map((_, at) => spans[at - 1]?.to ?? 0);
  const cuts = spans.flatMap(({ from, to }, at): Cut[] => {
    const begins = from > (before[at] ?? 0) ? [{ at: from, what: `The start of column ${at + 1}` }] : [];
    // What follows the last column is refused by itself.
    return at === spans.length - 1 ? begins : [...begins, { at: to, what: `The end of column ${at + 1}` }];
  });
  const gaps = spans.map(({ from }, at) => ({ from: before[at] ?? 0, to: from })).filter(isWide);
  const [within, outside] = [cuts.map(counted), gaps.map(counted)];

  function see(row: number, line: string): void {
    if (line.trim() === '') return;
    rows += 1;
    const characters = /[\ud800-\udfff]/.test(line) ? Array.from(line) : line;
    for (const { of, count } of within) if (isWithin(characters[of.at - 1], characters[of.at])) count(row);
    for (const { of, count } of outside) if (hasText(characters.slice(of.from, of.to))) count(row);
  }

  /** Without what was cut: notes go into mails. */
  function notes(): string[] {
    const where = (seen: Seen) => `${seen.rows} of ${rows} rows, first in row ${seen.first}`;
    return [
      ...within.flatMap(({ of, seen }) =>
        seen.rows === 0 ? [] : `${of.what} cuts a word or a number in ${where(seen)}.`,
      ),
      ...outside.flatMap(({ of, seen }) =>
        seen.rows === 0
          ? []
          : `No column has the characters ${of.from + 1} to ${of.to}. There is text in ${where(seen)}.`,
      ),
    ];
  }
  return { see, notes };
}

interface Seen {
  rows: number;
  first: number;
}

function counted<Of>(of: Of) {
  const seen: Seen = { rows: 0, first: 0 };
  const count = (row: number): void => {
    if (seen.rows === 0) seen.first = row;
    seen.rows += 1;
  };
  return { of, seen, count };
}

const isWide = ({ from, to }: Span): boolean => to > from;

const hasText = (part: string | readonly string[]): boolean =>
  typeof part === 'string' ? part.trim() !== '' : part.some((character) => character.trim() !== '');

function isWithin(before = '', after = ''): boolean {
  return (isLetter.test(before) && isLetter.test(after)) || (isDigit.test(before) && isDigit.test(after));
}

const isLetter = /[\p{L}\p{M}]/u;
const isDigit = /\p{Nd}/u;
