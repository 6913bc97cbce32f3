import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { remembering } from '../base/remember.ts';

export const keysSchema = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
export type Keys = z.infer<typeof keysSchema>;

interface Signed {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  /** `20300131T063000Z` */
  readonly date: string;
  readonly payloadHash: string;
}

/** Why a request is refused: error codes of S3. */
export type AccessCode =
  'AccessDenied' | 'InvalidAccessKeyId' | 'RequestTimeTooSkewed' | 'SignatureDoesNotMatch';

export class AccessError extends Error {
  readonly code: AccessCode;

  constructor(code: AccessCode, message: string) {
    super(message);
    this.name = 'AccessError';
    this.code = code;
  }
}

export interface Check {
  /** The secret of a key id, if there is such a key. */
  readonly secretOf: (accessKeyId: string) => string | undefined;
  readonly now: Date;
  /** The services of the server, by their names in a scope. */
  readonly services: readonly string[];
  /** The hash of the received body, in hex. S3 passes none and compares it while it stores the body. */
  readonly bodyHash?: string;
}

const clockSkewMs = 15 * 60 * 1000;

/**
 * Checks a request signed with Signature Version 4: in its headers, or in the query of an address presigned for S3. It must
 * sign its host and every `x-amz-` header.
 * @returns the id of the key that signed it
 * @throws AccessError
 */
export function checkSignature(
  request: IncomingMessage,
  { secretOf, now, services, bodyHash }: Check,
): string {
  // Not parsed as a URL: a page can send a path that is none, and the error would end the server.
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const query = new URLSearchParams(rest.join('?'));
  const isPresigned = services.includes('s3') && query.has('X-Amz-Signature');
  const signed = isPresigned ? fromQuery(query) : fromHeaders(request, bodyHash);
  const [accessKeyId = '', ...scope] = signed.credential.split('/');
  const [date, , service = '', end] = scope;
  const secret = secretOf(accessKeyId);
  if (secret === undefined)
    throw new AccessError(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  const isInScope = date === signed.date.slice(0, 8) && services.includes(service) && end === 'aws4_request';
  if (!isInScope || scope.length !== 4) throw mismatch();
  const issued = dateOf(signed.date);
  // The signature itself is the only part of the query that is not signed.
  if (isPresigned) query.delete('X-Amz-Signature');
  if (isPresigned) refuseExpired(query, issued, now);
  else if (!(Math.abs(now.getTime() - issued) <= clockSkewMs))
    throw new AccessError(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  refuseUnsigned(request, signed.signedHeaders.split(';'));
  const expected = sign({ request, path, query, signed, scope, isS3: service === 's3' }, secret);
  if (!isEqual(expected, signed.signature)) throw mismatch();
  if (bodyHash !== undefined && bodyHash !== signed.payloadHash) throw mismatch();
  return accessKeyId;
}

function mismatch(): AccessError {
  return new AccessError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  );
}

/** A header that is not signed could have been added on the way. */
function refuseUnsigned({ headers }: IncomingMessage, signed: readonly string[]): void {
  const missing = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].find(
    (name) => !signed.includes(name),
  );
  if (missing !== undefined)
    throw new AccessError(
      'AccessDenied',
      `There were headers present in the request which were not signed: ${missing}`,
    );
}

function fromHeaders({ headers }: IncomingMessage, bodyHash = ''): Signed {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw new AccessError(
      'AccessDenied',
      'Access Denied: the request is not signed with Signature Version 4.',
    );
  }
  const date = String(headers['x-amz-date'] ?? '');
  return {
    credential,
    signedHeaders,
    signature,
    date,
    payloadHash: String(headers['x-amz-content-sha256'] ?? bodyHash),
  };
}

function fromQuery(query: URLSearchParams): Signed {
  const value = (name: string): string => query.get(name) ?? '';
  return {
    credential: value('X-Amz-Credential'),
    signedHeaders: value('X-Amz-SignedHeaders'),
    signature: value('X-Amz-Signature'),
    date: value('X-Amz-Date'),
    payloadHash: value('X-Amz-Content-Sha256') || 'UNSIGNED-PAYLOAD',
  };
}

function refuseExpired(query: URLSearchParams, issued: number, now: Date): void {
  const seconds = Number(query.get('X-Amz-Expires'));
  if (!(now.getTime() <= issued + seconds * 1000))
    throw new AccessError('AccessDenied', 'Request has expired');
}

function dateOf(date: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}

interface ToSign {
  readonly request: IncomingMessage;
  /** As it was sent. A URL would resolve the `..` of a key. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly signed: Signed;
  readonly scope: readonly string[];
  readonly isS3: boolean;
}

function sign({ request, path, query, signed, scope, isS3 }: ToSign, secret: string): string {
  const names = signed.signedHeaders.split(';');
  const headers = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const canonical = [
    request.method,
    path
      .split('/')
      .map(isS3 ? reencoded : encoded)
      .join('/'),
    canonicalQuery(query),
    headers.join(''),
    signed.signedHeaders,
    signed.payloadHash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', signed.date, scope.join('/'), hash('sha256', canonical)].join('\n');
  return hmac(signingKey(secret, ...scope), text).toString('hex');
}

/** It is the same for a day. A secret and what it was derived for are kept only in memory. */
const signingKey = remembering((secret: string, ...scope: string[]): KeyObject =>
  scope.reduce((parent, part) => keyOf(hmac(parent, part)), keyOf(`AWS4${secret}`)),
);

/** A key that is bytes would be made into one of these for each use, which takes five times as long as the use. */
const keyOf = (bytes: string | Buffer): KeyObject => createSecretKey(Buffer.from(bytes));

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&');
}

function reencoded(part: string): string {
  try {
    return encoded(decodeURIComponent(part));
  } catch {
    return part;
  }
}

/** Encodes by RFC 3986 everything but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares in constant time, so that the time does not reveal where the first difference is. */
export function isEqual(a: string, b: string): boolean {
  const [bytes, others] = [Buffer.from(a), Buffer.from(b)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
