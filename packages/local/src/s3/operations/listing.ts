import type { Exchange } from '../exchange/exchange.ts';
import type { Version } from '../store/versions.ts';
import { quoted } from './object-headers.ts';

/** How a listing reads rows from a position, and where it continues after an entry. */
interface Reading<Position> {
  readonly start: Position;
  readonly read: (prefix: string, from: Position, limit: number) => Version[];
  readonly after: (version: Version) => Position;
  readonly afterPrefix: (commonPrefix: string) => Position;
}

/** One page of a listing, and the XML that all listings have in common. All keys with a common prefix are one entry. */
export function pageOf<Position>({ bucket, query }: Exchange, reading: Reading<Position>) {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const requested = Number(query.get('max-keys') ?? 1000);
  const maxKeys = Number.isInteger(requested) && requested >= 0 ? Math.min(requested, 1000) : 1000;
  const isEncoded = query.get('encoding-type') === 'url';
  const named = (name: string): string =>
    isEncoded ? encodeURIComponent(name).replaceAll('%2F', '/').replaceAll('%20', '+') : name;
  const versions: Version[] = [];
  const commonPrefixes: string[] = [];
  const next = fill();
  return {
    versions,
    commonPrefixes,
    /** Where the next page begins, if there is one. */
    next,
    named,
    xml: {
      Name: bucket,
      Prefix: named(prefix),
      ...(delimiter !== '' && { Delimiter: named(delimiter) }),
      MaxKeys: maxKeys,
      ...(isEncoded && { EncodingType: 'url' }),
      IsTruncated: next !== undefined,
      CommonPrefixes: commonPrefixes.map((common) => ({ Prefix: named(common) })),
    },
    contentsOf: ({ key, modifiedAt, etag, size }: Version) => ({
      Key: named(key),
      LastModified: modifiedAt.toISOString(),
      ETag: quoted(etag),
      Size: size,
      StorageClass: 'STANDARD',
    }),
  };

  function fill(): Position | undefined {
    for (let from = reading.start; ;) {
      const left = maxKeys - versions.length - commonPrefixes.length;
      // Read one more row than fits, to find out whether there is another page.
      const rows = reading.read(prefix, from, left + 1);
      let skipped = false;
      for (const version of rows) {
        if (versions.length + commonPrefixes.length === maxKeys) return maxKeys === 0 ? undefined : from;
        const end = delimiter === '' ? -1 : version.key.indexOf(delimiter, prefix.length);
        if (end !== -1) {
          const common = version.key.slice(0, end + delimiter.length);
          commonPrefixes.push(common);
          from = reading.afterPrefix(common);
          skipped = true;
          break;
        }
        versions.push(version);
        from = reading.after(version);
      }
      if (!skipped && rows.length <= left) return undefined;
    }
  }
}
