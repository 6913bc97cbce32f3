import { change, header, sendXml, versionHeader, type Exchange } from '../exchange/exchange.ts';
import type { Version } from '../store/versions.ts';
import { S3Error } from '../wire/s3-error.ts';
import { lockHeaders, withoutLock } from './object-lock.ts';
import { quoted, storedHeaders, unquoted, writeCondition } from './object-headers.ts';

/** The way in which tools move or rename an object. The bytes are shared, not copied. */
export function copyObject(exchange: Exchange): void {
  const { store, bucket, key } = exchange;
  const source = sourceOf(exchange);
  const ifMatch = header(exchange, 'x-amz-copy-source-if-match');
  if (ifMatch !== undefined && unquoted(ifMatch) !== source.etag)
    throw new S3Error('PreconditionFailed', 'x-amz-copy-source-if-match did not hold.');
  const replaces = header(exchange, 'x-amz-metadata-directive') === 'REPLACE';
  if (!replaces && source.bucket === bucket && source.key === key && source.isLatest)
    throw new S3Error('InvalidRequest', 'A copy of an object to itself must change something.');
  const headers = {
    ...(replaces ? storedHeaders(exchange) : withoutLock(source.headers)),
    ...lockHeaders(exchange),
  };
  const { size, etag, checksum } = source;
  const blobs = source.blobs.map((blob) => store.blobs.share(blob));
  const version = store.addOrForget(
    { bucket, key, isMarker: false, size, etag, blobs, headers, checksum },
    change(exchange, 'ObjectCreated:Copy'),
    writeCondition(exchange),
  );
  const { response } = exchange;
  for (const [name, value] of Object.entries(versionHeader(version.versionId)))
    response.setHeader(name, value);
  sendXml(exchange, 'CopyObjectResult', {
    LastModified: version.modifiedAt.toISOString(),
    ETag: quoted(etag),
  });
}

function sourceOf(exchange: Exchange): Version {
  const { store } = exchange;
  const [path = '', query = ''] = (header(exchange, 'x-amz-copy-source') ?? '').split('?');
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(path)) ?? [];
  store.bucket(bucket);
  const versionId = new URLSearchParams(query).get('versionId');
  const { versions } = store;
  const source =
    versionId === null ? versions.latest({ bucket, key }) : versions.byId({ bucket, key }, versionId);
  if (source !== undefined && !source.isMarker) return source;
  throw new S3Error('NoSuchKey', 'The specified key does not exist.');
}
