import { positionOf, type AuditLog, type StoredEvent } from '../../control/audit/audit-log.ts';

export function createMemoryAuditLog(): AuditLog & { readonly stored: () => StoredEvent[] } {
  const objects = new Map<string, string>();
  const stored = () =>
    [...objects]
      .map(([key, text]) => ({ key, versionId: '1', text }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return {
    stored,
    putNew: async (key, text) => !objects.has(key) && Boolean(objects.set(key, text)),
    get: async (key) => objects.get(key),
    versions: async function* (after = '') {
      yield* stored().filter((one) => positionOf(one) > after);
    },
  };
}
