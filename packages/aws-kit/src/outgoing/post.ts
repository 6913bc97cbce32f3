import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

export interface PostOptions {
  readonly socket: Socket;
  readonly body: string;
  readonly deliveryId: string | undefined;
  readonly signal: AbortSignal;
}

/** How much of an answer is read before the connection is closed. None of it is stored. */
const mostAnswerBytes = 64 * 1024;

/** Posts a body over an open connection, and returns the status of the answer. */
export function post(url: URL, options: PostOptions): Promise<number> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const posted = request(url, requestOf(options));
    let isAnswered = false;
    posted.on('response', (answer) => {
      isAnswered = true;
      void throwAway(answer).then(() => resolve(answer.statusCode ?? 0));
    });
    // A switch of protocols is refused, and its connection is closed like any other.
    posted.on('upgrade', (answer) => resolve(answer.statusCode ?? 0));
    // After the status line, the status counts.
    posted.on('error', (error) => isAnswered || reject(error));
    posted.end(options.body);
  });
}

function requestOf({ socket, body, deliveryId, signal }: PostOptions): RequestOptions {
  return {
    method: 'POST',
    // Replaces an agent, so that a connection serves one delivery.
    createConnection: () => socket,
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Sluice-Webhooks/1',
      ...(deliveryId === undefined ? {} : { 'X-Delivery-Id': deliveryId }),
    },
  };
}

/** Reads the rest of the answer, so that the receiver can finish; only the status counts. */
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
