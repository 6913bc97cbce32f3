import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Transport, WireAnswer, WireRequest, WireSilence } from './transport.ts';

type Outcome = WireAnswer | WireSilence;

/**
 * HTTP over `node:http` and `node:https`, which show what `fetch` hides: whether the connection was open. Nothing is
 * sent before that, so an earlier failure certainly sent nothing.
 */
export function createNodeTransport({ maxAnswerBytes = 256 * 1024 * 1024 } = {}): Transport {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  return (wire) =>
    new Promise<Outcome>((resolve) => {
      if (wire.signal.aborted) return resolve(silence(false, wire.signal.reason));
      try {
        exchange({ request: open(wire, agents), wire, maxAnswerBytes, resolve });
      } catch (error) {
        // Thrown before anything was sent: a header that HTTP cannot carry.
        resolve(silence(false, error));
      }
    });
}

function open(wire: WireRequest, agents: { http: HttpAgent; https: HttpsAgent }): ClientRequest {
  const { url, method, headers, body, fresh } = wire;
  const secure = url.protocol === 'https:';
  const kept = secure ? agents.https : agents.http;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length }, agent: fresh ? false : kept };
  return secure ? httpsRequest(url, options) : httpRequest(url, options);
}

interface Exchange {
  readonly request: ClientRequest;
  readonly wire: WireRequest;
  readonly maxAnswerBytes: number;
  readonly resolve: (outcome: Outcome) => void;
}

function exchange({ request, wire, maxAnswerBytes, resolve }: Exchange): void {
  let connected = false;
  let answered = false;
  const abort = () => request.destroy(asError(wire.signal.reason));
  const settle = (outcome: Outcome) => {
    wire.signal.removeEventListener('abort', abort);
    resolve(outcome);
  };
  request.on('socket', (socket) => {
    // A reused socket is already connected and emits no second event.
    if (request.reusedSocket) connected = true;
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => (connected = true));
  });
  request.on('response', (response) => {
    answered = true;
    void collect(response, maxAnswerBytes).then(settle);
  });
  // After the first byte of the answer, only its end counts.
  request.on('error', (error) => answered || settle(silence(connected, error)));
  wire.signal.addEventListener('abort', abort, { once: true });
  request.end(wire.body);
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<WireAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    // `complete` is false when the answer was cut short.
  }
  return {
    kind: 'answer',
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body: Buffer.concat(chunks),
    complete: response.complete && size <= maxBytes,
  };
}

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}

function silence(connected: boolean, reason: unknown): WireSilence {
  return { kind: 'noAnswer', sent: connected ? 'maybe' : 'no', detail: codeOf(reason) };
}

/** A code or a name; messages are left out, since they may quote what was sent. */
function codeOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'aborted';
  return 'code' in reason && typeof reason.code === 'string' ? reason.code : reason.name;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}
