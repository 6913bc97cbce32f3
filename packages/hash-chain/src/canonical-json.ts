import { createHash } from 'node:crypto';

/** The same text for the same value wherever it was stored: keys sorted by code units, nothing undefined, no space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? sorted({ ...inner }) : inner,
  );
}

function sorted(object: Readonly<Record<string, unknown>>): object {
  const inOrder: Record<string, unknown> = {};
  for (const key of Object.keys(object).toSorted()) inOrder[key] = object[key];
  return inOrder;
}

/** In hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
