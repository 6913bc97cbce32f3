import { sendXml, type Exchange } from '../exchange.ts';
import { endOf, type Version } from '../store/versions.ts';
import { quoted } from './object-headers.ts';

export interface Listing {
  readonly prefix: string;
  readonly delimiter: string;
  readonly maxKeys: number;
}

export function listingOf({ query }: Exchange): Listing {
  const asked = Number(query.get('max-keys') ?? 1000);
  const maxKeys = Number.isInteger(asked) && asked >= 0 ? Math.min(asked, 1000) : 1000;
  return { prefix: query.get('prefix') ?? '', delimiter: query.get('delimiter') ?? '', maxKeys };
}

/** Keys and prefixes, as they are to be written: as they are, or percent-encoded where the client asked for it. */
export function namer({ query }: Exchange): (name: string) => string {
  return query.get('encoding-type') === 'url'
    ? (name) => encodeURIComponent(name).replaceAll('%2F', '/')
    : (name) => name;
}

export function commonPrefixOf(key: string, { prefix, delimiter }: Listing): string | undefined {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return at === -1 ? undefined : key.slice(0, at + delimiter.length);
}

interface Found {
  readonly contents: Version[];
  readonly commonPrefixes: string[];
  /** Where the next page begins, when there is one. */
  readonly next: string | undefined;
}

/** `ListObjectsV2`. A continuation token is the key, or the end of the common prefix, to go on from. */
export function listObjects(exchange: Exchange): void {
  const { store, bucket, query } = exchange;
  store.bucket(bucket);
  const listing = listingOf(exchange);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  // Right after a key comes the key with a zero character behind it.
  const from =
    token === null
      ? startAfter === null
        ? ''
        : `${startAfter}\0`
      : Buffer.from(token, 'base64url').toString();
  const { contents, commonPrefixes, next } = find(exchange, listing, from);
  const named = namer(exchange);
  sendXml(exchange, 'ListBucketResult', {
    Name: bucket,
    Prefix: named(listing.prefix),
    ...(listing.delimiter !== '' && { Delimiter: named(listing.delimiter) }),
    MaxKeys: listing.maxKeys,
    ...(query.get('encoding-type') === 'url' && { EncodingType: 'url' }),
    KeyCount: contents.length + commonPrefixes.length,
    IsTruncated: next !== undefined,
    ...(token !== null && { ContinuationToken: token }),
    ...(next !== undefined && { NextContinuationToken: Buffer.from(next).toString('base64url') }),
    ...(startAfter !== null && { StartAfter: named(startAfter) }),
    Contents: contents.map((version) => ({
      Key: named(version.key),
      LastModified: version.modifiedAt.toISOString(),
      ETag: quoted(version.etag),
      Size: version.size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: commonPrefixes.map((prefix) => ({ Prefix: named(prefix) })),
  });
}

function find({ store, bucket }: Exchange, listing: Listing, start: string): Found {
  const contents: Version[] = [];
  const commonPrefixes: string[] = [];
  let from = start;
  for (;;) {
    const left = listing.maxKeys - contents.length - commonPrefixes.length;
    // One more than fits, to know whether there is more.
    const page = store.versions.page({ bucket, prefix: listing.prefix, from, limit: left + 1 });
    let skipped = false;
    for (const version of page) {
      if (contents.length + commonPrefixes.length === listing.maxKeys) {
        return { contents, commonPrefixes, next: listing.maxKeys === 0 ? undefined : from };
      }
      const common = commonPrefixOf(version.key, listing);
      if (common !== undefined) {
        commonPrefixes.push(common);
        from = endOf(common);
        skipped = true;
        break;
      }
      contents.push(version);
      from = `${version.key}\0`;
    }
    if (!skipped && page.length <= left) return { contents, commonPrefixes, next: undefined };
  }
}
