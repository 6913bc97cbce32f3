import { header, type Exchange } from '../exchange/exchange.ts';
import type { Condition } from '../store/object-store.ts';
import { S3Error } from '../wire/s3-error.ts';

const kept = ['cache-control', 'content-disposition', 'content-language', 'content-type', 'expires'];
const maxMetadataBytes = 2048;

/** The headers that are stored with an object: its content headers and its metadata. */
export function storedHeaders(exchange: Exchange): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const name of kept) {
    const value = header(exchange, name);
    if (value !== undefined) headers[name] = value;
  }
  // This encoding belongs to the request, not to the object.
  const encoding = (header(exchange, 'content-encoding') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'aws-chunked');
  if (encoding.length > 0) headers['content-encoding'] = encoding.join(',');
  const metadata = Object.keys(exchange.request.headers).filter((name) => name.startsWith('x-amz-meta-'));
  for (const name of metadata) headers[name] = header(exchange, name) ?? '';
  const bytes = metadata.reduce(
    (sum, name) => sum + name.length - 'x-amz-meta-'.length + (headers[name]?.length ?? 0),
    0,
  );
  if (bytes > maxMetadataBytes) {
    throw new S3Error(
      'InvalidRequest',
      `Your metadata headers exceed the maximum allowed metadata size of ${maxMetadataBytes} bytes.`,
    );
  }
  return headers;
}

/** `If-Match` and `If-None-Match: *` of a write, checked against the current version when it commits. */
export function writeCondition(exchange: Exchange): Condition {
  const ifMatch = header(exchange, 'if-match');
  const ifNoneMatch = header(exchange, 'if-none-match');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match of a write can only be *.');
  }
  return (latest) => {
    const current = latest?.isMarker === true ? undefined : latest;
    if (ifNoneMatch !== undefined && current !== undefined) throw preconditionFailed('If-None-Match');
    if (ifMatch === undefined) return;
    if (current === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    if (unquoted(ifMatch) !== current.etag && ifMatch !== '*') throw preconditionFailed('If-Match');
  };
}

export function preconditionFailed(which: string): S3Error {
  return new S3Error(
    'PreconditionFailed',
    `At least one of the pre-conditions you specified did not hold: ${which}.`,
  );
}

export function quoted(etag: string): string {
  return `"${etag}"`;
}

export function unquoted(etag: string): string {
  return etag.trim().replaceAll(/^(W\/)?"|"$/g, '');
}
