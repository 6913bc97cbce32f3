import { createSender, type SenderOptions } from '../index.ts';

export const local = (options: Partial<SenderOptions> = {}) =>
  createSender({ allowLoopback: true, timeoutMs: 5000, ...options });
export const deployed = (options: Partial<SenderOptions> = {}) =>
  createSender({ allowLoopback: false, timeoutMs: 5000, ...options });
export const body = '{"payload":{"date":"2026-03-01T08:00:00.000Z","events":[]},"signature":"é"}';
