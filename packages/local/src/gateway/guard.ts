import { hash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import { isForm, sendQueryError } from './query-answer.ts';
import type { Authority } from '../iam/authority.ts';
import type { Access } from '../iam/policy.ts';
import { serviceAccesses, type ServiceRequest } from '../iam/json-requests.ts';
import { Json } from '../base/json.ts';
import { sendJson } from '../base/http.ts';
import { AccessError, checkSignature, isEqual } from '../iam/signature.ts';

/** The answer to a request that is refused. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Refuses requests that a foreign web page can send: those to another host name for this address (DNS rebinding), and those
 * from another origin, unless it is one of these.
 */
export function refuseStrangers(
  { headers, socket }: IncomingMessage,
  known: ReadonlySet<string> = new Set(),
): Refusal | undefined {
  const own = `127.0.0.1:${socket.localPort}`;
  if (headers.host !== own)
    return { status: 421, code: 'MisdirectedRequest', message: `This server is at http://${own} only.` };
  const { origin } = headers;
  if (origin === undefined || origin === `http://${own}` || known.has(origin)) return undefined;
  return { status: 403, code: 'AccessDenied', message: 'Pages of other origins are not served here.' };
}

/** A request that is signed by a known key. */
export interface Received {
  /** What IAM checks for it. */
  readonly accesses: () => readonly Access[];
  /** Answers it. When absent, the listeners of the server do, to whom its body comes once more. */
  readonly answer?: (response: ServerResponse) => void;
}

export interface GuardOptions {
  readonly authority: Authority;
  /** The services of the server, by their names in the scope of a signature. */
  readonly services: readonly string[];
  readonly read?: (request: ServiceRequest) => Received;
  /** Paths for a browser, which cannot sign. A secret is the first part of their address. */
  readonly pages?: { readonly secret: string; readonly paths: readonly string[] };
  readonly now?: () => Date;
}

const maxBodyBytes = 16 * 1024 * 1024;

/**
 * Checks every request before the server gets it, also for a server that a library made. A signed request is passed on once
 * its whole body is there and matches the signature. A request for a page is passed on at once, without the secret in its path.
 */
export function guard(server: Server, options: GuardOptions): void {
  const emit = server.emit.bind(server);
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseStrangers(request);
    if (refusal !== undefined) return refuse(request, response, refusal);
    if (options.pages !== undefined && request.url === `/${options.pages.secret}`) {
      // The links of pages are relative, so the address needs a slash at its end.
      response.writeHead(308, { location: `${request.url}/`, ...pageHeaders }).end();
      return;
    }
    const page = pageOf(request.url ?? '/', options.pages);
    if (page !== undefined) {
      request.url = page;
      for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
      emit('request', request, response);
      return;
    }
    whenReceived(request, (body) => {
      const received = body === undefined ? tooLarge : receivedOrRefused(request, body, options);
      if ('code' in received) return refuse(request, response, received);
      if (received.answer === undefined) {
        emit('request', request, response);
        request.push(body);
      } else received.answer(response);
      request.push(null);
    });
  };
  Object.assign(server, {
    emit: (event: string, ...args: [IncomingMessage, ServerResponse]) =>
      event === 'request' ? receive(...args) : emit(event, ...args),
  });
}

/**
 * The address of a page is a secret. These headers keep it out of other sites, frames and caches, and a mail that is shown cannot
 * load anything from elsewhere.
 */
const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self' 'unsafe-inline' blob: data:; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function pageOf(url: string, pages: GuardOptions['pages']): string | undefined {
  if (pages === undefined) return undefined;
  const [, secret = '', ...rest] = url.split('/');
  if (!isEqual(secret, pages.secret)) return undefined;
  const page = `/${rest.join('/')}`;
  return pages.paths.includes(page.split('?', 1).join()) ? page : undefined;
}

const tooLarge: Refusal = {
  status: 413,
  code: 'RequestEntityTooLarge',
  message: `The request has more than ${maxBodyBytes} bytes.`,
};

/** Withholds the body from the server until its end. It is undefined when it is too long. */
function whenReceived(request: IncomingMessage, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const { push } = request;
  request.push = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      request.push = push;
      done(size > maxBodyBytes ? undefined : Buffer.concat(chunks));
    } else {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
    }
    return true;
  };
}

const readService = (request: ServiceRequest): Received => ({ accesses: () => serviceAccesses(request) });

/** Refuses what is not signed by a key that is known here, and what the role of the key may not do. */
function receivedOrRefused(
  request: IncomingMessage,
  body: Buffer,
  { authority, services, read = readService, now = () => new Date() }: GuardOptions,
): Received | Refusal {
  const bodyHash = hash('sha256', body);
  const { secretOf } = authority;
  const { method = 'GET', url = '/' } = request;
  const target = String(request.headers['x-amz-target'] ?? '');
  try {
    const accessKeyId = checkSignature(request, { secretOf, services, bodyHash, now: now() });
    const received = read({ method, url, target, body: Json.ofText(body.toString()) });
    const refused = authority.refusal(accessKeyId, received.accesses);
    // AWS's JSON services answer with 400, REST services with 403.
    return refused === undefined
      ? received
      : { status: target === '' ? 403 : 400, code: 'AccessDeniedException', message: refused };
  } catch (error) {
    if (error instanceof AccessError) return { status: 403, code: error.code, message: error.message };
    if (error instanceof ZodError || error instanceof SyntaxError)
      return { status: 400, code: 'ValidationException', message: error.message };
    throw error;
  }
}

/** Answers with an error in the form of AWS's JSON services, or of its query services. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: Refusal,
): void {
  // The rest of the request has to be read, or the client never reads the answer.
  request.resume();
  if (isForm(request)) return sendQueryError(response, { status, code, message });
  response.setHeader('x-amzn-errortype', code);
  sendJson(response, status, { __type: code, message });
}
