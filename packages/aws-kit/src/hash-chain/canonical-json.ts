import { hash } from 'node:crypto';

/**
 * The canonical form of RFC 8785, so that any language gives the same text: keys in the order of their UTF-16 code units,
 * numbers and texts as `JSON.stringify` writes them, no space. What JSON does not have is left out (undefined), and half of a
 * surrogate pair becomes U+FFFD, as UTF-8 stores it.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed());
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let members = '';
  for (const key of Object.keys(value).toSorted()) {
    const inner: unknown = Reflect.get(value, key);
    if (inner !== undefined) members += `${members && ','}${canonicalJson(key)}:${canonicalJson(inner)}`;
  }
  return `{${members}}`;
}

/**
 * How events without a `form` were hashed: as a JavaScript object keeps its keys, those that look like whole numbers first. Only
 * to verify them.
 */
export function formerJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? sorted({ ...inner }) : inner,
  );
}

/** Also `__proto__` is a key like any other: one that is left out could be changed unnoticed. */
function sorted(object: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** In hex. */
export const sha256 = (text: string): string => hash('sha256', text);
