import type { Dialect } from './dialect.ts';

type Quoting = Pick<Dialect, 'newline' | 'quote' | 'escape'>;

/** What ends lines outside quotes: a return if more of them do than line feeds, as on old Macs. The end of the text does not count. */
export function newlineOf(text: string): Dialect['newline'] {
  if (!text.includes('\r')) return '\n';
  let [feeds, returns] = [0, 0];
  for (const part of text.trimEnd().split('"').filter(isOutside)) {
    const lines = withoutReturns(part.split('\n'));
    feeds += lines.length - 1;
    returns += lines.reduce((sum, line) => sum + line.split('\r').length - 1, 0);
  }
  return returns > feeds ? '\r' : '\n';
}

/**
 * The text with one line end for what some programs write as several: `\r\r\n`, `\n\r`, and both kinds in a file of an old Mac.
 * Quoted cells stay as they are. The text begins with a row.
 */
export function withPlainEnds(text: string, { newline, quote, escape }: Quoting): string {
  if (newline === '\r' ? !text.includes('\n') : !/^\r|\r\r|\n\r(?!\n)/u.test(text)) return text;
  const plain = (part: string) =>
    newline === '\r' ? part.replaceAll(/\r?\n/gu, '\r') : withoutReturns(part.split('\n')).join('\n');
  const begun = newline === '\r' ? text.replace(/^\n/u, '') : trimStart(text);
  if (escape === 'database') return plain(begun);
  const parts = begun.split(quote);
  return parts.map((part, at) => (isOutside(part, at) ? plain(part) : part)).join(quote);
}

/** Where a return stands alone outside quotes, in text whose lines end with line feeds; -1 if it does nowhere. */
export function loneReturnAt(text: string, { newline, quote, escape }: Quoting): number {
  if (newline === '\r' || !text.includes('\r')) return -1;
  let from = 0;
  for (const [at, part] of (escape === 'database' ? [text] : text.split(quote)).entries()) {
    const found = isOutside(part, at) ? part.search(/\r(?!\n|$)/u) : -1;
    if (found >= 0) return from + found;
    from += part.length + quote.length;
  }
  return -1;
}

const isOutside = (_: string, at: number): boolean => at % 2 === 0;

/** Lines without the returns next to their line feeds. */
function withoutReturns(lines: readonly string[]): string[] {
  return lines.map((line, at) => {
    const begun = at === 0 ? line : trimStart(line);
    return at === lines.length - 1 ? begun : trimEnd(begun);
  });
}

// No regular expression trims in linear time.
function trimStart(line: string): string {
  let from = 0;
  while (line[from] === '\r') from += 1;
  return line.slice(from);
}

function trimEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(0, end);
}
