import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface PostOptions {
  readonly socket: Socket;
  readonly body: string;
  readonly deliveryId: string | undefined;
  readonly signal: AbortSignal;
}

/** As much of an answer as is read before the connection is closed; none of it is kept. */
const mostAnswerBytes = 64 * 1024;

/** Posts a body over a connection that stands, and gives the status of the answer. */
export function post(url: URL, { socket, body, deliveryId, signal }: PostOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const posted = request(url, {
      method: 'POST',
      // Without an agent: a connection serves one delivery.
      createConnection: () => socket,
      signal,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Sluice-Webhooks/1',
        ...(deliveryId === undefined ? {} : { 'X-Delivery-Id': deliveryId }),
      },
    });
    posted.on('response', (answer) => {
      void throwAway(answer).then(() => resolve(answer.statusCode ?? 0));
    });
    posted.on('upgrade', (answer) => resolve(answer.statusCode ?? 0));
    posted.on('error', reject);
    posted.on('close', () => reject(new Error('closed')));
    posted.end(body);
  });
}

/** Reads what the receiver still says, so that it is not cut off in its word; the status counts, whatever becomes of the rest. */
async function throwAway(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      if (chunk instanceof Uint8Array) bytes += chunk.length;
      if (bytes > mostAnswerBytes) break;
    }
  } catch {
    // Cut off or too slow.
  }
}
