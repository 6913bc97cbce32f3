import { keepsDigits } from './keeps-digits.ts';

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Outside a text: a number with an exponent, or with so many digits that some may be lost. */
const mayLose = /[:,[\s]-?(?:\d[\d.]*[eE]|[\d.]{16})/u;

/**
 * The same, with NaN, which no field takes, in place of each number that JavaScript would change without a word, such as
 * `9007199254740993`. `onLost` gets each as it is written.
 */
export function parseExactly(text: string, onLost?: (number: string) => void): unknown {
  const value = parseJson(text);
  if (value === undefined || !mayLose.test(text)) return value;
  return JSON.parse(text, (_, part: unknown, context?: { readonly source?: string }) => {
    const source = context?.source ?? '';
    if (typeof part !== 'number' || keepsDigits(source)) return part;
    onLost?.(source);
    return NaN;
  });
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What is wrong with a name in the text of a JSON document: an object has it twice, and readers keep different ones, or it is
 * `__proto__`, which objects lose.
 */
export function wrongNameIn(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let text = '';
  for (const [sign] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gsu)) {
    if (sign === '{' || sign === '[') open.push(sign === '{' ? new Set() : undefined);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign !== ':') text = sign;
    else {
      const name = String(parseJson(text));
      if (name === '__proto__') return 'it has the name __proto__, which cannot be used';
      if (open.at(-1)?.has(name) === true) return `it has ${JSON.stringify(name)} twice in one object`;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}
