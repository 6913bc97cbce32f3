import { sendXml, type Exchange } from '../exchange.ts';
import { endOf, type Version } from '../store/versions.ts';
import { commonPrefixOf, listingOf, namer, type Listing } from './list-objects.ts';
import { quoted } from './object-headers.ts';

interface Position {
  readonly from: string;
  /** A sequence number: of the key `from`, only what is older. */
  readonly olderThan: number | undefined;
}

interface Found {
  readonly versions: Version[];
  readonly commonPrefixes: string[];
  readonly truncated: boolean;
}

/** `ListObjectVersions`: by key, newest first. The markers name the last version, or common prefix, of a page. */
export function listVersions(exchange: Exchange): void {
  const { store, bucket, query } = exchange;
  store.bucket(bucket);
  const listing = listingOf(exchange);
  const { versions, commonPrefixes, truncated } = find(exchange, listing, startOf(exchange, listing));
  const last = versions.at(-1);
  const named = namer(exchange);
  const lastPrefix = commonPrefixes.at(-1);
  const lastIsPrefix = lastPrefix !== undefined && (last === undefined || lastPrefix > last.key);
  sendXml(exchange, 'ListVersionsResult', {
    Name: bucket,
    Prefix: named(listing.prefix),
    ...(listing.delimiter !== '' && { Delimiter: named(listing.delimiter) }),
    KeyMarker: named(query.get('key-marker') ?? ''),
    VersionIdMarker: query.get('version-id-marker') ?? '',
    MaxKeys: listing.maxKeys,
    ...(query.get('encoding-type') === 'url' && { EncodingType: 'url' }),
    IsTruncated: truncated,
    ...(truncated && lastIsPrefix && { NextKeyMarker: named(lastPrefix) }),
    ...(truncated &&
      !lastIsPrefix &&
      last && { NextKeyMarker: named(last.key), NextVersionIdMarker: last.versionId }),
    Version: versions
      .filter(({ isMarker }) => !isMarker)
      .map((version) => ({ ...entry(version, named), ...contents(version) })),
    DeleteMarker: versions.filter(({ isMarker }) => isMarker).map((version) => entry(version, named)),
    CommonPrefixes: commonPrefixes.map((prefix) => ({ Prefix: named(prefix) })),
  });
}

function startOf({ store, bucket, query }: Exchange, listing: Listing): Position {
  const key = query.get('key-marker');
  const versionId = query.get('version-id-marker');
  if (key === null || key === '') return { from: '', olderThan: undefined };
  if (versionId !== null && versionId !== '')
    return { from: key, olderThan: store.versions.byId({ bucket, key }, versionId)?.seq ?? 0 };
  const isPrefix = listing.delimiter !== '' && key.endsWith(listing.delimiter);
  return { from: isPrefix ? endOf(key) : `${key}\0`, olderThan: undefined };
}

function find({ store, bucket }: Exchange, listing: Listing, start: Position): Found {
  const versions: Version[] = [];
  const commonPrefixes: string[] = [];
  let position = start;
  for (;;) {
    const left = listing.maxKeys - versions.length - commonPrefixes.length;
    const page = store.versions.pageOfVersions({
      bucket,
      prefix: listing.prefix,
      ...position,
      limit: left + 1,
    });
    let skipped = false;
    for (const version of page) {
      if (versions.length + commonPrefixes.length === listing.maxKeys) {
        return { versions, commonPrefixes, truncated: listing.maxKeys > 0 };
      }
      const common = commonPrefixOf(version.key, listing);
      if (common !== undefined) {
        commonPrefixes.push(common);
        position = { from: endOf(common), olderThan: undefined };
        skipped = true;
        break;
      }
      versions.push(version);
      position = { from: version.key, olderThan: version.seq };
    }
    if (!skipped && page.length <= left) return { versions, commonPrefixes, truncated: false };
  }
}

function entry(version: Version, named: (name: string) => string): object {
  return {
    Key: named(version.key),
    VersionId: version.versionId,
    IsLatest: version.isLatest,
    LastModified: version.modifiedAt.toISOString(),
  };
}

function contents(version: Version): object {
  return { ETag: quoted(version.etag), Size: version.size, StorageClass: 'STANDARD' };
}
