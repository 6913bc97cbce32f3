/** Every damage of one character: a quote or separator added, lost or doubled, an end of line added, lost, doubled or changed. */

export interface Damage {
  readonly what: string;
  /** The place of the character. */
  readonly at: number;
  readonly text: string;
}

export function* damagesOf(text: string, separator: string): Generator<Damage> {
  const put = (what: string, at: number, length: number, by: string): Damage => ({
    what,
    at,
    text: text.slice(0, at) + by + text.slice(at + length),
  });
  for (let at = 0; at <= text.length; at += 1) {
    yield put('a quote added', at, 0, '"');
    yield put('a separator added', at, 0, separator);
    const char = text[at];
    const end = text.startsWith('\r\n', at) ? '\r\n' : char === '\n' && text[at - 1] !== '\r' ? '\n' : '';
    if (char === '"') yield put('a quote lost', at, 1, '');
    if (char === separator) yield put('a separator lost', at, 1, '');
    if (end === '') continue;
    yield put('an end of line lost', at, end.length, '');
    yield put('an end of line doubled', at, 0, end);
    yield put('an end of line changed', at, end.length, end === '\n' ? '\r\n' : '\n');
    yield put('an end of line changed', at, end.length, '\r');
  }
}

/**
 * What a text says by RFC 4180 alone, with quotes inside bare cells as letters: all rows, blank ones too. Undefined if a quote is
 * misplaced. Written for this test, and slower than the product's readers.
 */
export function plainGrid(text: string, separator: string): string[][] | undefined {
  const grid: string[][] = [[]];
  const endCell = (cell: string) => grid.at(-1)?.push(cell);
  for (let at = 0; ;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) return undefined;
        if (text[at] === '"') at += 1;
        cell += text[at] ?? '';
      }
      at += 1;
      // The reader leaves out white space behind a closing quote.
      while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at += 1;
    } else
      for (; at < text.length && text[at] !== separator && text[at] !== '\n'; at += 1)
        if (text[at] !== '\r' || (text[at + 1] !== '\n' && at + 1 < text.length)) cell += text[at] ?? '';
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) at += 1;
    endCell(cell);
    if (at >= text.length) return grid;
    if (text[at] === '\n') grid.push([]);
    else if (text[at] !== separator) return undefined;
    at += 1;
  }
}
