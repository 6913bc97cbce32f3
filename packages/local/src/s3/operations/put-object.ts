import { change, header, sendNothing, sendXml, versionHeader, type Exchange } from '../exchange.ts';
import type { Blob } from '../store/blobs.ts';
import type { Addition } from '../store/object-store.ts';
import type { Version } from '../store/versions.ts';
import { S3Error } from '../wire/s3-error.ts';
import { lockHeaders, unlocked } from './object-lock.ts';
import { quoted, storedHeaders, unquoted, writeCondition } from './object-headers.ts';
import { receiveBody } from './receive-body.ts';

export async function putObject(exchange: Exchange): Promise<void> {
  const { store, bucket, key } = exchange;
  const headers = { ...storedHeaders(exchange), ...lockHeaders(exchange) };
  const condition = writeCondition(exchange);
  store.bucket(bucket);
  condition(store.versions.latest({ bucket, key }));
  const { incoming, md5, checksum } = await receiveBody(exchange);
  const blob = incoming.adopt();
  const addition = {
    bucket,
    key,
    isMarker: false,
    size: blob.size,
    etag: md5,
    blobs: [blob],
    headers,
    checksum: checksum === undefined ? null : { ...checksum, type: 'FULL_OBJECT' as const },
  };
  const version = addOrForget(exchange, addition, { event: 'ObjectCreated:Put', condition });
  sendNothing(exchange, 200, {
    etag: quoted(md5),
    'x-amz-server-side-encryption': 'AES256',
    ...versionHeader(version.versionId),
    ...(checksum && {
      [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
      'x-amz-checksum-type': 'FULL_OBJECT',
    }),
  });
}

export function copyObject(exchange: Exchange): void {
  const { store, bucket, key } = exchange;
  const source = sourceOf(exchange);
  const condition = writeCondition(exchange);
  const ifMatch = header(exchange, 'x-amz-copy-source-if-match');
  if (ifMatch !== undefined && unquoted(ifMatch) !== source.etag) {
    throw new S3Error('PreconditionFailed', 'x-amz-copy-source-if-match did not hold.');
  }
  const replaces = header(exchange, 'x-amz-metadata-directive') === 'REPLACE';
  if (!replaces && source.bucket === bucket && source.key === key && source.isLatest) {
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal: it copies an object to itself without changing it.',
    );
  }
  const headers = {
    ...(replaces ? storedHeaders(exchange) : unlocked(source.headers)),
    ...lockHeaders(exchange),
  };
  const blobs: Blob[] = source.blobs.map((blob) => store.blobs.share(blob));
  const { size, etag, checksum } = source;
  const addition = { bucket, key, isMarker: false, size, etag, blobs, headers, checksum };
  const version = addOrForget(exchange, addition, { event: 'ObjectCreated:Copy', condition });
  for (const [name, value] of Object.entries(versionHeader(version.versionId)))
    exchange.response.setHeader(name, value);
  if (source.versionId !== 'null')
    exchange.response.setHeader('x-amz-copy-source-version-id', source.versionId);
  sendXml(exchange, 'CopyObjectResult', {
    LastModified: version.modifiedAt.toISOString(),
    ETag: quoted(etag),
  });
}

export interface Writing {
  readonly event: string;
  readonly condition: (current: Version | undefined) => void;
}

/** A write that is refused at its commit leaves no bytes behind. */
export function addOrForget(exchange: Exchange, addition: Addition, { event, condition }: Writing): Version {
  try {
    return exchange.store.add(addition, change(exchange, event), condition);
  } catch (error) {
    exchange.store.blobs.remove(addition.blobs.map(({ name }) => name));
    throw error;
  }
}

function sourceOf(exchange: Exchange): Version {
  const { store } = exchange;
  const [path = '', query = ''] = (header(exchange, 'x-amz-copy-source') ?? '').split('?');
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(path)) ?? [];
  store.bucket(bucket);
  const versionId = new URLSearchParams(query).get('versionId');
  const source =
    versionId === null
      ? store.versions.latest({ bucket, key })
      : store.versions.byId({ bucket, key }, versionId);
  if (source !== undefined && !source.isMarker) return source;
  throw new S3Error('NoSuchKey', 'The specified key does not exist.');
}
