/** A record that a message names by a number, and what the message says of it. */
export interface Designated {
  readonly number: number;
  readonly words: string;
}

const designation = String.raw`\brecords?\s*(?:(?:number|no\.?|nr\.?)\s*)?#?(\d{1,9})\b`;
const first = new RegExp(designation, 'iu');
const nextClause = new RegExp(String.raw`;\s*${designation}`, 'giu');
const furtherInList = /^\s*(?:,\s*and|,|and|&|or)\s*#?(\d{1,9})\b/iu;

/**
 * The records that the message of another server names, line by line: its first designation, those after a semicolon, and the
 * lists that it begins (`records 3, 5 and 7`). Values are not read: what stands in quotes, and what one of the records contains, may
 * look like a designation. Whatever is missed is found by the next dry run; an innocent record would fail.
 */
export function designatedIn(message: string, values: Iterable<string>): Designated[] {
  const masked = withoutValues(withoutQuotes(message), { message, values });
  const found: Designated[] = [];
  let from = 0;
  for (const line of masked.split('\n')) {
    found.push(...inLine(line, message.slice(from, from + line.length)));
    from += line.length + 1;
  }
  return found;
}

function inLine(masked: string, line: string): Designated[] {
  const one = first.exec(masked);
  if (one === null) return [];
  const begins = one.index + one[0].length;
  const others = [...masked.slice(begins).matchAll(nextClause)];
  const all = [one, ...others].map((match, at) => ({
    match,
    ends: (at === 0 ? one.index : begins + match.index) + match[0].length,
  }));
  return all.flatMap(({ match, ends }, at) => {
    const next = others[at];
    const until = next === undefined ? line.length : begins + next.index;
    const listed = /records/iu.test(match[0])
      ? listAfter(masked.slice(ends, until))
      : { numbers: [], length: 0 };
    const words = line.slice(ends + listed.length, until);
    return [Number(match[1]), ...listed.numbers].map((number) => ({ number, words }));
  });
}

/** `, 5 and 7` */
function listAfter(text: string): { readonly numbers: readonly number[]; readonly length: number } {
  const numbers: number[] = [];
  let length = 0;
  for (;;) {
    const match = furtherInList.exec(text.slice(length, length + 40));
    if (match === null) return { numbers, length };
    numbers.push(Number(match[1]));
    length += match[0].length;
  }
}

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  '`': '`',
  '“': '”',
  '„': '“”',
  '«': '»',
  '‹': '›',
  '‘': '’',
  "'": "'",
};
const mask = '\uFFFC';
const isOfWord = (text: string | undefined): boolean => text !== undefined && /[\p{L}\p{N}]/u.test(text);

/**
 * What stands in quotes is masked, character by character. A quote that is not closed reaches to the end of its line. An
 * apostrophe is no quote.
 */
function withoutQuotes(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  /** The kinds of quotes of which no closing one is left. */
  const open = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const opener = text[at] ?? '';
    const closing = closers[opener];
    if (closing === undefined || (opener === "'" && isOfWord(text[at - 1]))) continue;
    const close = open.has(opener) ? -1 : closingAt(text, at, closing);
    if (close < 0) open.add(opener);
    if (close < 0 && opener === "'") continue;
    const lineEnd = text.indexOf('\n', at);
    const end = close >= 0 ? close + 1 : lineEnd < 0 ? text.length : lineEnd;
    parts.push(text.slice(kept, at), mask.repeat(end - at));
    kept = end;
    at = end - 1;
  }
  return parts.join('') + text.slice(kept);
}

function closingAt(text: string, opened: number, closing: string): number {
  for (let at = opened + 1; at < text.length; at += 1) {
    const one = text[at] ?? '';
    if (one === '\\') at += 1;
    else if (closing.includes(one) && !(one === "'" && isOfWord(text[at + 1]))) return at;
  }
  return -1;
}

/** Masks values that contain a designation and more, wherever they stand. */
function withoutValues(
  masked: string,
  { message, values }: { readonly message: string; readonly values: Iterable<string> },
): string {
  if (!first.test(masked)) return masked;
  const isMasked = new Uint8Array(message.length);
  for (const value of values) {
    const [found] = first.exec(value) ?? [];
    if (found === undefined || found === value.trim()) continue;
    for (let at = message.indexOf(value); at >= 0; at = message.indexOf(value, at + value.length))
      isMasked.fill(1, at, at + value.length);
  }
  return Array.from(isMasked, (is, at) => (is === 1 ? mask : masked[at])).join('');
}
