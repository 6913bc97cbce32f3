export * from './address-kind.ts';
export * from './check-url.ts';
export { createSender } from './create-sender.ts';
export type { Send, SenderOptions, SendResult } from './send.ts';
