export { dispatch } from './api/dispatch.ts';
export type { ApiRequest, ApiResponse } from './api/request.ts';
export { dispatchControl } from './control/dispatch-control.ts';
export type { ControlServices } from './control/control-operation.ts';
export { runInTurn, slotsOf, type TurnServices } from './import/in-turn.ts';
export {
  createIds,
  importMessage,
  type Fault,
  type ImportMessage,
  type ImportQueue,
  type Services,
} from './services.ts';
export type { ImportItem } from './store/import-item.ts';
export type { Blobs, StoredBlob } from './store/blobs.ts';
export type { Store } from './store/store.ts';
export { createAnnouncer, type Announcer } from './webhooks/announcer.ts';
export { announcingStore } from './webhooks/announcing-store.ts';
export { webhookMessage } from './webhooks/messages.ts';
export { createResting } from './webhooks/resting.ts';
export { tell, type TellServices } from './webhooks/tell.ts';
