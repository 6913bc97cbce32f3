import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Signed {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  /** `20300131T063000Z` */
  readonly date: string;
  readonly payloadHash: string;
}

const clockSkewMs = 15 * 60 * 1000;

/** Checks a request signed with Signature Version 4, in its headers or (presigned) in its query. Throws `S3Error`. */
export function checkSignature(request: IncomingMessage, keys: Keys, now: Date): void {
  const url = new URL(request.url ?? '/', 'http://local');
  const presigned = url.searchParams.has('X-Amz-Signature');
  const signed = presigned ? fromQuery(url.searchParams) : fromHeaders(request);
  const [accessKeyId = '', ...scope] = signed.credential.split('/');
  if (accessKeyId !== keys.accessKeyId) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  const issued = dateOf(signed.date);
  if (presigned) refuseExpired(url.searchParams, issued, now);
  else if (!(Math.abs(now.getTime() - issued) <= clockSkewMs)) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  const expected = sign({ request, url, signed, scope: scope.join('/') }, keys.secretAccessKey);
  if (!equal(expected, signed.signature)) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
}

function fromHeaders({ headers }: IncomingMessage): Signed {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw new S3Error('AccessDenied', 'Access Denied: the request is not signed with Signature Version 4.');
  }
  const date = String(headers['x-amz-date'] ?? '');
  return {
    credential,
    signedHeaders,
    signature,
    date,
    payloadHash: String(headers['x-amz-content-sha256'] ?? ''),
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
  if (!(now.getTime() <= issued + seconds * 1000)) throw new S3Error('AccessDenied', 'Request has expired');
}

function dateOf(date: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}

interface ToSign {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly signed: Signed;
  readonly scope: string;
}

function sign({ request, url, signed, scope }: ToSign, secret: string): string {
  const names = signed.signedHeaders.split(';');
  const headers = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const canonical = [
    request.method,
    // As it came: `url.pathname` would resolve `..` in a key.
    (request.url ?? '/').split('?', 1).join().split('/').map(reencoded).join('/'),
    canonicalQuery(url.searchParams),
    headers.join(''),
    signed.signedHeaders,
    signed.payloadHash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    signed.date,
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
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

/** RFC 3986: everything but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
