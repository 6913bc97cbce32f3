import type { ServerResponse } from 'node:http';
import { startRecorder, type Handler } from '@sluice/local/testing/http-server';
import { createClient } from '../create-client.ts';
import type { ClientOptions } from '../client.ts';
import type { WireAnswer } from '../transport.ts';

export type { Handler };

export const key = 'key-of-the-token';
export const secret = 'secret-of-the-token';
export const meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 9, rateLimitLimit: 10 };

/** A real server that behaves as badly as a test wants, and clients of it. */
export async function startServer(handler: Handler) {
  const server = await startRecorder(handler);
  const baseUrl = `http://127.0.0.1:${server.port}/base`;
  return {
    ...server,
    baseUrl,
    client: (options: Partial<ClientOptions> = {}) =>
      createClient({ baseUrl, apiKey: key, apiSecret: secret, timeoutMs: 5000, ...options }),
  };
}

export function json(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const refusal = (code: string, message = 'no') => ({
  ok: false,
  error: { code, message, status: 400 },
  meta,
});

/** What a transport reads of an answer with this body. */
export const wireAnswer = (body: unknown, status = 200): WireAnswer => ({
  kind: 'answer',
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  complete: true,
});
