import { sendXml, type Exchange } from '../exchange/exchange.ts';
import { endOf } from '../store/versions.ts';
import { pageOf } from './listing.ts';

/** `ListObjectsV2`. A continuation token is the key, or the end of the common prefix, that the next page starts from. */
export function listObjects(exchange: Exchange): void {
  const { store, bucket, query } = exchange;
  store.bucket(bucket);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  // The next possible key is this one with a zero character at its end.
  const first = startAfter === null ? '' : `${startAfter}\0`;
  const { versions, commonPrefixes, next, named, xml, contentsOf } = pageOf(exchange, {
    start: token === null ? first : Buffer.from(token, 'base64url').toString(),
    read: (prefix, from, limit) => store.versions.page({ bucket, prefix, from, limit }),
    after: ({ key }) => `${key}\0`,
    afterPrefix: endOf,
  });
  sendXml(exchange, 'ListBucketResult', {
    ...xml,
    KeyCount: versions.length + commonPrefixes.length,
    ...(token !== null && { ContinuationToken: token }),
    ...(next !== undefined && { NextContinuationToken: Buffer.from(next).toString('base64url') }),
    ...(startAfter !== null && { StartAfter: named(startAfter) }),
    Contents: versions.map(contentsOf),
  });
}
