export { createSender } from './create-sender.ts';
export type { Send, SenderOptions, SendResult } from './send.ts';
