import type { RequestListener } from 'node:http';
import { isFields } from './records.ts';
import { Refusal } from './refusal.ts';
import { askedIn, type ForeignServer } from './server.ts';
import type { Fields, Ways } from './options.ts';

export interface Answered {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** One request, as it comes over the wire. Names of headers are in lower case. */
export interface Request {
  readonly method: string;
  readonly operation: string;
  readonly headers: Fields;
  readonly text: string;
}

/** Always with HTTP status 200: a failure shows in the body (section 7). */
export function answered(server: ForeignServer, { method, operation, headers, text }: Request): Answered {
  const body = parsed(text === '' ? '{}' : text);
  const name = method === 'POST' ? operation : '';
  const file = name === 'downloadFile' && isFields(body) ? fileOf(server, body, headers) : undefined;
  const known = isFields(body) ? body : {};
  const envelope = server.answer(file ? 'checkCredentials' : isFields(body) ? name : '', known, headers);
  const { requestId, rateLimitLimit, rateLimitRemaining, duration } = envelope.meta;
  return {
    headers: {
      'content-type': file ? 'application/octet-stream' : 'application/json',
      'x-request-id': String(requestId),
      'x-ratelimit-limit': String(rateLimitLimit),
      'x-ratelimit-remaining': String(rateLimitRemaining),
      'x-response-duration': String(duration),
    },
    bytes: file ?? Buffer.from(JSON.stringify(envelope)),
  };
}

function fileOf(server: ForeignServer, body: Fields, headers: Fields): Uint8Array | undefined {
  try {
    return server.fileOf(body, headers);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server on a socket, below any path. A call that breaks gets no answer at all. */
export function listenerOf(server: ForeignServer, { breaks }: Pick<Ways, 'breaks'>): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { method = '', url = '', headers } = request;
      const operation = new URL(url, 'http://server/').pathname.split('/').at(-1) ?? '';
      const body = parsed(text);
      const when = breaks?.(operation, askedIn(isFields(body) ? body : {}));
      if (when === 'before') return void request.socket.destroy();
      const answer = answered(server, { method, operation, headers, text });
      if (when === 'after') return void request.socket.destroy();
      response.writeHead(200, answer.headers).end(answer.bytes);
    });
  };
}
