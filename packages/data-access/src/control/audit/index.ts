export type { AuditEvent } from './audit-event.ts';
export { storedEventSchema, type StoredEvent } from './audit-log.ts';
export { storedCallSchema, verifyWrites, withoutEvent, type WritesCount } from './verify-writes.ts';
export { verifyAudit, type AuditFinding, type VerifiedAudit } from './verify-audit.ts';
