import { sendXml, type Exchange } from '../exchange/exchange.ts';
import { endOf, type Version } from '../store/versions.ts';
import { pageOf } from './listing.ts';

interface Position {
  readonly from: string;
  /** A sequence number. The page has only older versions of the key `from`. */
  readonly olderThan: number | undefined;
}

/** `ListObjectVersions`: by key, newest first. The markers name the last version or common prefix of a page. */
export function listVersions(exchange: Exchange): void {
  const { store, bucket, query } = exchange;
  store.bucket(bucket);
  const { versions, commonPrefixes, next, named, xml, contentsOf } = pageOf(exchange, {
    start: startOf(exchange),
    read: (prefix, from, limit) => store.versions.pageOfVersions({ bucket, prefix, ...from, limit }),
    after: ({ key, seq }) => ({ from: key, olderThan: seq }),
    afterPrefix: (common): Position => ({ from: endOf(common), olderThan: undefined }),
  });
  const last = versions.at(-1);
  const lastPrefix = commonPrefixes.at(-1);
  const lastIsPrefix = lastPrefix !== undefined && (last === undefined || lastPrefix > last.key);
  const entryOf = (version: Version): object => {
    const { Key, LastModified, ...contents } = contentsOf(version);
    const { versionId: VersionId, isLatest: IsLatest, isMarker } = version;
    return { Key, VersionId, IsLatest, LastModified, ...(!isMarker && contents) };
  };
  sendXml(exchange, 'ListVersionsResult', {
    ...xml,
    KeyMarker: named(query.get('key-marker') ?? ''),
    VersionIdMarker: query.get('version-id-marker') ?? '',
    ...(next && lastIsPrefix && { NextKeyMarker: named(lastPrefix) }),
    ...(next &&
      !lastIsPrefix &&
      last && { NextKeyMarker: named(last.key), NextVersionIdMarker: last.versionId }),
    Version: versions.filter(({ isMarker }) => !isMarker).map(entryOf),
    DeleteMarker: versions.filter(({ isMarker }) => isMarker).map(entryOf),
  });
}

function startOf({ store, bucket, query }: Exchange): Position {
  const key = query.get('key-marker');
  const versionId = query.get('version-id-marker');
  if (key === null || key === '') return { from: '', olderThan: undefined };
  if (versionId !== null && versionId !== '')
    return { from: key, olderThan: store.versions.byId({ bucket, key }, versionId)?.seq ?? 0 };
  const delimiter = query.get('delimiter') ?? '';
  const isPrefix = delimiter !== '' && key.endsWith(delimiter);
  return { from: isPrefix ? endOf(key) : `${key}\0`, olderThan: undefined };
}
