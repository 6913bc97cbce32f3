export { dispatch } from './api/dispatch.ts';
export type { ApiRequest, ApiResponse } from './api/request.ts';
export { dispatchControl, type ControlRequest } from './control/dispatch-control.ts';
export type { ControlServices } from './control/operation/control-operation.ts';
export {
  createIds,
  importMessage,
  type Fault,
  type ImportMessage,
  type ImportQueue,
  type Refusal,
  type Services,
} from './services.ts';
export type { ImportItem } from './store/import-item.ts';
export type { Blobs, StoredBlob } from './store/blobs.ts';
export type { Store } from './store/store.ts';
export { ImportBusyError } from './lease/lease.ts';
export { runImport } from './engine/run-import.ts';
export type { RunServices } from './import/run.ts';
export { createPublisher, type Publisher } from './webhooks/publisher.ts';
export { publishingStore } from './webhooks/publishing-store.ts';
export { webhookMessage } from './webhooks/messages.ts';
export { createResting } from './webhooks/resting-receivers.ts';
export { dispatchMessage, type DispatchServices } from './webhooks/dispatch-message.ts';
