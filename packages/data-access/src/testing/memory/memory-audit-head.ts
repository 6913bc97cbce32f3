import type { AuditHead, AuditHeadStore } from '../../store/audit-head.ts';
import type { CallRef } from '../../store/calls.ts';

export function createMemoryAuditHead(): AuditHeadStore {
  let head: AuditHead | undefined;
  const notes = new Map<string, AuditHead>();
  const keyOf = ({ siteId, requestId }: CallRef) => `${siteId} ${requestId}`;
  return {
    get: async () => head,
    move: async (next) => {
      if (!head || head.version < next.version) head = next;
    },
    noted: async (call) => notes.get(keyOf(call)),
    note: async (call, { event, before }) => {
      const found = notes.get(keyOf(call))?.hash;
      if (found !== before?.hash && found !== event.hash) return false;
      notes.set(keyOf(call), event);
      return true;
    },
  };
}
