import { change, sendNothing, versionHeader, type Exchange } from '../exchange/exchange.ts';
import type { Addition } from '../store/object-store.ts';
import { lockHeaders } from './object-lock.ts';
import { quoted, storedHeaders, writeCondition } from './object-headers.ts';
import { receiveBody } from './receive-body.ts';

export async function putObject(exchange: Exchange): Promise<void> {
  const { store, bucket, key } = exchange;
  const headers = { ...storedHeaders(exchange), ...lockHeaders(exchange) };
  const condition = writeCondition(exchange);
  store.bucket(bucket);
  condition(store.versions.latest({ bucket, key }));
  const { incoming, md5, checksum } = await receiveBody(exchange);
  const blob = incoming.adopt();
  const addition: Addition = {
    bucket,
    key,
    isMarker: false,
    size: blob.size,
    etag: md5,
    blobs: [blob],
    headers,
    checksum: checksum === undefined ? null : { ...checksum, type: 'FULL_OBJECT' },
  };
  const version = store.addOrForget(addition, change(exchange, 'ObjectCreated:Put'), condition);
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
