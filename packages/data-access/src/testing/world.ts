/** The parts of the service in memory, from which `test/simulation` builds it on its own clock. */
export { importMessage, type Services } from '../services.ts';
export { createMemoryAuditLog } from './memory/memory-audit-log.ts';
export type { ControlServices } from '../control/operation/control-operation.ts';
export type { ImportItem } from '../store/import-item.ts';
export type { Site as AccessSite, Token } from '../store/access.ts';
export type { Webhook } from '../store/webhook.ts';
export { createMemoryStore } from './memory/memory.ts';
export { hashSecret } from '../api/credentials.ts';
export { findEver } from '../lookup-fields/find-ever.ts';
export { keysOf, keyText } from '../records/lookup.ts';
export { useIn } from '../records/use.ts';
export { orderedId, timeOf } from '../store/ids.ts';
export { refKey, type RecordWrite, type StoredRecord } from '../store/record.ts';
export type { Store } from '../store/store.ts';
export { createErasableBlobs } from './erasable-blobs.ts';
export { undoModel } from './undo-model.ts';
export { webhookModels } from '../webhooks/models.ts';
