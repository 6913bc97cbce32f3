/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
