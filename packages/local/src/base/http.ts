import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The body, or undefined once it is longer than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length <= maxBytes ? Buffer.concat(chunks) : undefined;
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * Idle connections stay open for longer than clients keep them, as on AWS. If the server closed one at the moment a client
 * uses it again, the client could not know whether its request was handled.
 */
export function keepConnections(server: Server): Server {
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 125_000;
  return server;
}

/** Also closes every connection, without waiting for idle ones. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
