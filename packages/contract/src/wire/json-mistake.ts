/** What JSON may have at a place. */
type Wanted = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

const token =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\p{L}\p{N}_.+-])|[{}[\],:]/uy;
const quotes = /[“”„‟«»‘’‚]/u;

interface Mistake {
  readonly at: number;
  readonly what: string;
}

/** Where a text stops being JSON, and what was expected there; undefined if it is JSON. */
export function jsonMistake(text: string): string | undefined {
  const found = mistakeIn(text);
  if (found === undefined) return undefined;
  const lines = text.slice(0, found.at).split(/\r\n|\r|\n/u);
  return `line ${lines.length}, character ${Array.from(lines.at(-1) ?? '').length + 1}: ${found.what}`;
}

function mistakeIn(text: string): Mistake | undefined {
  const ends: string[] = [];
  let wanted: Wanted = 'value';
  let before = { at: 0, sign: '' };
  let at = blanksEnd(text, 0);
  while (at < text.length) {
    token.lastIndex = at;
    const [sign = ''] = token.exec(text) ?? [];
    if (sign === '') return curlyQuote(before) ?? unreadable(text, at);
    const next = follow(wanted, sign, ends);
    if (next === undefined) {
      if (before.sign === ',' && /^[}\]]/u.test(sign))
        return { at: before.at, what: `leave out the comma before ${sign}` };
      return curlyQuote(before) ?? { at, what: expectedInstead(wanted, sign, ends) };
    }
    before = { at, sign };
    wanted = next;
    at = blanksEnd(text, at + sign.length);
  }
  const end = ends.at(-1);
  if (end !== undefined) return { at, what: `a ${end} is missing at the end` };
  return wanted === 'value' ? { at, what: 'the file is empty; expected an object in { }' } : undefined;
}

function blanksEnd(text: string, from: number): number {
  const blanks = /[ \t\r\n]*/y;
  blanks.lastIndex = from;
  return from + (blanks.exec(text)?.[0].length ?? 0);
}

/** What is wanted after a sign; undefined if the sign is not what was wanted. */
function follow(wanted: Wanted, sign: string, ends: string[]): Wanted | undefined {
  if (sign === '}' || sign === ']') {
    const mayEnd = wanted === 'comma or end' || wanted === (sign === '}' ? 'name or end' : 'value or end');
    return mayEnd && ends.at(-1) === sign && ends.pop() ? 'comma or end' : undefined;
  }
  if (wanted === 'comma or end')
    return sign !== ',' || ends.length === 0 ? undefined : ends.at(-1) === '}' ? 'name' : 'value';
  if (wanted === 'colon') return sign === ':' ? 'value' : undefined;
  if (wanted === 'name' || wanted === 'name or end') return sign.startsWith('"') ? 'colon' : undefined;
  if (sign === ',' || sign === ':') return undefined;
  if (sign !== '{' && sign !== '[') return 'comma or end';
  ends.push(sign === '{' ? '}' : ']');
  return sign === '{' ? 'name or end' : 'value or end';
}

/** The first characters of a sign: a value may be confidential. */
const start = (sign: string): string => (sign.length > 8 ? `${sign.slice(0, 7)}…` : sign);

function expectedInstead(wanted: Wanted, sign: string, ends: readonly string[]): string {
  const end = ends.at(-1);
  if (wanted === 'colon') return `expected a colon after the name, not ${start(sign)}`;
  if (wanted === 'comma or end') {
    if (end === undefined) return `nothing may be after the last }, but there is ${start(sign)}`;
    if (sign === '}' || sign === ']') return `expected ${end}, not ${sign}`;
    return sign === ':' ? 'expected a comma, not a colon' : `expected a comma before ${start(sign)}`;
  }
  if (wanted.startsWith('name')) return `expected a name in ", not ${start(sign)}`;
  return sign === ',' ? 'there is a comma too many' : `expected a value before ${start(sign)}`;
}

/** The quote in the text before a mistake: `"a”, "b"` ends where the writer began the next text. */
function curlyQuote({ at, sign }: { readonly at: number; readonly sign: string }): Mistake | undefined {
  const found = sign.startsWith('"') ? quotes.exec(sign) : null;
  return found === null ? undefined : { at: at + found.index, what: `${found[0]} is not a "` };
}

/** What is wrong with characters that JSON has nowhere. */
function unreadable(text: string, at: number): Mistake {
  const [line = ''] = text.slice(at).split(/[\r\n]/u, 1);
  return line.startsWith('"') ? wrongText(line, at) : { at, what: wrongSign(line) };
}

function wrongSign(line: string): string {
  const first = String.fromCodePoint(line.codePointAt(0) ?? 32);
  if (quotes.test(first)) return `${first} is not a "`;
  if (first === "'") return `write " instead of '`;
  if (/^(?:\/[/*]|#)/u.test(line)) return 'JSON has no comments: leave this out';
  const [word = ''] = /^[\p{L}\p{N}_.+-]+/u.exec(line) ?? [];
  if (/^(?:true|false|null)$/iu.test(word)) return `write ${word.toLowerCase()}, not ${word}`;
  if (/^[\p{N}.+-]/u.test(word)) return `${start(word)} is no number of JSON; write it in "`;
  return word === '' ? `${first} cannot be here` : `write " before and after ${start(word)}`;
}

/** What is wrong with a text that begins here. */
function wrongText(line: string, at: number): Mistake {
  const [, before = '', escape = ''] =
    /^("(?:[^"\\]|\\["\\/bfnrt]|\\u[\dA-Fa-f]{4})*)(\\[^"\\/bfnrt])/u.exec(line) ?? [];
  if (escape !== '') return { at: at + before.length, what: `${escape} must be written \\${escape}` };
  const [whole = ''] = /^"[^"\\]*(?:\\.[^"\\]*)*"/u.exec(line) ?? [];
  const tab = whole.indexOf('\t');
  if (tab > 0) return { at: at + tab, what: String.raw`write a tab in a text as \t` };
  return curlyQuote({ at, sign: line }) ?? { at, what: 'this text has no " at its end' };
}
