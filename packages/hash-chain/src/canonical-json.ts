import { createHash } from 'node:crypto';

/** The same text for the same value wherever it was stored: keys sorted by code units, nothing undefined, no space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? sorted({ ...inner }) : inner,
  );
}

/** Also `__proto__` is a key like any other: one that is left out could be changed unnoticed. */
function sorted(object: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** In hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
