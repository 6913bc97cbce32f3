import type { AuditHead, AuditHeadStore } from '../../store/audit-head.ts';

export function createMemoryAuditHead(): AuditHeadStore {
  let head: AuditHead | undefined;
  return {
    get: async () => head,
    move: async (next) => {
      if (!head || head.version < next.version) head = next;
    },
  };
}
