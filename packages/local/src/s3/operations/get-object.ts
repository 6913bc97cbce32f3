import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { header, versionHeader, type Exchange } from '../exchange/exchange.ts';
import type { Version } from '../store/versions.ts';
import { S3Error } from '../wire/s3-error.ts';
import { preconditionFailed, quoted, unquoted } from './object-headers.ts';

/** `GetObject` and `HeadObject`. */
export async function getObject(exchange: Exchange): Promise<void> {
  const { request, response, store } = exchange;
  const version = requestedVersion(exchange);
  checkConditions(exchange, version);
  const range = rangeOf(header(exchange, 'range'), version.size);
  const { start, end } = range ?? { start: 0, end: version.size - 1 };
  response.writeHead(range === undefined ? 200 : 206, {
    ...objectHeaders(exchange, version),
    'content-length': String(end - start + 1),
    ...(range && { 'content-range': `bytes ${start}-${end}/${version.size}` }),
    ...(range === undefined && header(exchange, 'x-amz-checksum-mode') === 'ENABLED'
      ? checksumHeaders(version)
      : {}),
  });
  if (request.method === 'HEAD' || version.size === 0) {
    response.end();
    return;
  }
  // A client that disconnects ends the stream. That is not an error.
  await pipeline(Readable.from(store.blobs.read(version.blobs, { start, end })), response).catch(() =>
    response.destroy(),
  );
}

function requestedVersion({ store, bucket, key, query }: Exchange): Version {
  store.bucket(bucket);
  const versionId = query.get('versionId');
  if (versionId === null) {
    const latest = store.versions.latest({ bucket, key });
    if (latest?.isMarker === false) return latest;
    const headers =
      latest === undefined ? {} : { 'x-amz-delete-marker': 'true', ...versionHeader(latest.versionId) };
    throw new S3Error('NoSuchKey', 'The specified key does not exist.', headers);
  }
  const version = store.versions.byId({ bucket, key }, versionId);
  if (version === undefined) throw new S3Error('NoSuchVersion', 'The specified version does not exist.');
  if (!version.isMarker) return version;
  throw new S3Error('MethodNotAllowed', 'A delete marker has no content.', { 'x-amz-delete-marker': 'true' });
}

function checkConditions(exchange: Exchange, { etag }: Version): void {
  const matches = (value: string): boolean =>
    value === '*' || value.split(',').some((one) => unquoted(one) === etag);
  const ifMatch = header(exchange, 'if-match');
  const ifNoneMatch = header(exchange, 'if-none-match');
  if (ifMatch !== undefined && !matches(ifMatch)) throw preconditionFailed('If-Match');
  if (ifNoneMatch !== undefined && matches(ifNoneMatch))
    throw new S3Error('NotModified', 'Not Modified', { etag: quoted(etag) });
}

function objectHeaders({ query }: Exchange, version: Version): Record<string, string> {
  // A presigned request may choose these headers of the answer.
  const chosen = ['content-disposition', 'cache-control'].flatMap((name) => {
    const value = query.get(`response-${name}`);
    return value === null ? [] : [[name, value]];
  });
  return {
    ...version.headers,
    ...Object.fromEntries(chosen),
    etag: quoted(version.etag),
    'last-modified': version.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
    ...versionHeader(version.versionId),
  };
}

function checksumHeaders({ checksum }: Version): Record<string, string> {
  if (checksum === null) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type };
}

/** One range. For several ranges, or an invalid one, the answer is the whole object. */
function rangeOf(value: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(value ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    'content-range': `bytes */${size}`,
  });
}
