import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createClient } from '../create-client.ts';
import type { ClientOptions } from '../client.ts';

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Handler = (response: ServerResponse, seen: Seen) => void;

export const key = 'key-of-the-token';
export const secret = 'secret-of-the-token';
export const meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 9, rateLimitLimit: 10 };

/** A real server on a free port that behaves as badly as a test wants, and remembers what it saw. */
export async function startServer(handler: Handler) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      handler(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    seen,
    port,
    baseUrl: `http://127.0.0.1:${port}/base`,
    client: (options: Partial<ClientOptions> = {}) =>
      createClient({
        baseUrl: `http://127.0.0.1:${port}/base`,
        apiKey: key,
        apiSecret: secret,
        timeoutMs: 5000,
        ...options,
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
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
