export interface FlatObject {
  readonly keys: readonly string[];
  /** Values as texts, in the order of the keys. */
  readonly texts: readonly string[];
  /** Keys whose value is a list or an object: its text is their JSON. */
  readonly nested: readonly string[];
  /** The first repeated key. */
  readonly twice?: string;
}

const key = /[ \t\r]*"([^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*)"[ \t\r]*:[ \t\r]*/y;
const value =
  /(?:"([^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*)"|(-?\d[\d.eE+-]*|true|false)|null|([[{]))[ \t\r]*/y;
const opening = /^\s*\{\s*/;
const behind = /([,}])[ \t\r]*/y;

/**
 * One line as an object: numbers and booleans keep their text (also 1.0 and 12345678901234567890), and null is empty. Undefined if
 * the line is no JSON object.
 */
export function flatObject(line: string): FlatObject | undefined {
  const start = opening.exec(line)?.[0].length;
  if (start === undefined || !isJson(line)) return undefined;
  const [keys, texts, nested]: string[][] = [[], [], []];
  const seen = new Set<string>();
  let twice: string | undefined;
  for (let at = start; line[at] !== '}' && at < line.length;) {
    const name = unescaped(matchAt(key, line, at)?.[1]);
    at = key.lastIndex;
    const found = matchAt(value, line, at);
    if (name === undefined || found === null) return undefined;
    const [, string, literal, opens] = found;
    const end = opens === undefined ? value.lastIndex : endOfNested(line, at);
    texts?.push(opens === undefined ? (literal ?? unescaped(string) ?? '') : line.slice(at, end));
    if (opens !== undefined) nested?.push(name);
    if (seen.has(name)) twice ??= name;
    seen.add(name);
    keys?.push(name);
    at = end;
    matchAt(behind, line, at);
    at = behind.lastIndex;
    if (at === 0) return undefined;
  }
  const object = { keys: keys ?? [], texts: texts ?? [], nested: nested ?? [] };
  return twice === undefined ? object : { ...object, twice };
}

/** Only the check of the built-in parser is used: its values lose digits and repeated keys. */
function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** JSON may escape half of a character. No database takes it, so it becomes U+FFFD, as where an encoding has it. */
function unescaped(text: string | undefined): string | undefined {
  if (text === undefined || !text.includes('\\')) return text;
  return String(JSON.parse(`"${text}"`)).toWellFormed();
}

/** For text that is known to be valid JSON. */
function endOfNested(line: string, from: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g;
  token.lastIndex = from;
  for (let depth = 0, found = token.exec(line); found !== null; found = token.exec(line)) {
    if (found[0] === '[' || found[0] === '{') depth += 1;
    else if (found[0] === ']' || found[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return line.length;
}
