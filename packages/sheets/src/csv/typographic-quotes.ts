const pairs = ['“”', '„“', '„”', '«»', '»«', '‘’', '‹›', '””'] as const;

export const quotesNote = 'Cells in typographic quotes, like all names of columns, were read without them.';

/** Typographic quotes around cells, instead of straight ones. */
export interface TypographicQuotes {
  readonly open: string;
  readonly close: string;
  readonly delimiter: string;
}

/** Undefined unless each of these names, two or more, is in the same quotes. */
export function quotesAround(names: readonly string[], delimiter: string): TypographicQuotes | undefined {
  const pair = pairs.find(([open = '', close = '']) =>
    names.every((name) => name.length > 2 && name.startsWith(open) && name.endsWith(close)),
  );
  if (pair === undefined || names.length < 2) return undefined;
  const [open = '', close = ''] = pair;
  return { open, close, delimiter };
}

/** The cells without their quotes. Those that a delimiter within quotes has cut are joined again. */
export function withoutQuotes(
  cells: readonly string[],
  { open, close, delimiter }: TypographicQuotes,
): string[] {
  const whole: string[] = [];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? '';
    const end = cell.startsWith(open)
      ? cells.findIndex((each, place) => place >= at && isEnd(each, close))
      : -1;
    if (end < 0) whole.push(cell);
    else {
      const text = cells.slice(at, end + 1).join(delimiter);
      whole.push(text.slice(open.length, text.trimEnd().length - close.length));
      at = end;
    }
  }
  return whole;
}

const isEnd = (cell: string, close: string): boolean => cell.length > 1 && cell.trimEnd().endsWith(close);
