import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod';
import { checksumAlgorithms } from '../wire/checksums.ts';

const blobsSchema = z.array(z.object({ name: z.string(), size: z.int() }));
const checksumSchema = z.object({
  algorithm: z.enum(checksumAlgorithms),
  value: z.string(),
  type: z.enum(['FULL_OBJECT', 'COMPOSITE']),
});
export type Checksum = z.infer<typeof checksumSchema>;

export const json = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const rowSchema = z
  .object({
    seq: z.int(),
    bucket: z.string(),
    key: z.string(),
    version_id: z.string(),
    latest: z.int(),
    marker: z.int(),
    size: z.int(),
    etag: z.string(),
    files: json(blobsSchema),
    headers: json(z.record(z.string(), z.string())),
    checksum: json(checksumSchema).nullable(),
    modified_at: z.int(),
  })
  .transform((row) => ({
    seq: row.seq,
    bucket: row.bucket,
    key: row.key,
    versionId: row.version_id,
    isLatest: row.latest === 1,
    isMarker: row.marker === 1,
    size: row.size,
    etag: row.etag,
    blobs: row.files,
    /** Content headers and `x-amz-meta-…`, which are sent back with the object. */
    headers: row.headers,
    checksum: row.checksum,
    modifiedAt: new Date(row.modified_at),
  }));
/** One version of an object, or a delete marker. */
export type Version = z.infer<typeof rowSchema>;
export type NewVersion = Omit<Version, 'seq' | 'isLatest'>;

export interface Place {
  readonly bucket: string;
  readonly key: string;
}

/** The rows of `versions`. The caller opens the transactions. */
export class VersionRows {
  readonly #database: DatabaseSync;
  readonly #latest: StatementSync;
  readonly #byId: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#latest = database.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND latest = 1');
    this.#byId = database.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND version_id = ?');
  }

  latest({ bucket, key }: Place): Version | undefined {
    return rowSchema.optional().parse(this.#latest.get(bucket, key));
  }

  byId({ bucket, key }: Place, versionId: string): Version | undefined {
    return rowSchema.optional().parse(this.#byId.get(bucket, key, versionId));
  }

  /** Adds the latest version. @returns its sequence number; every new version in the store has a higher one */
  add(version: NewVersion): number {
    const { bucket, key } = version;
    this.#database
      .prepare('UPDATE versions SET latest = 0 WHERE bucket = ? AND key = ? AND latest = 1')
      .run(bucket, key);
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO versions (bucket, key, version_id, latest, marker, size, etag, files, headers, checksum, modified_at)
         VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        bucket,
        key,
        version.versionId,
        version.isMarker ? 1 : 0,
        version.size,
        version.etag,
        JSON.stringify(version.blobs),
        JSON.stringify(version.headers),
        version.checksum === null ? null : JSON.stringify(version.checksum),
        version.modifiedAt.getTime(),
      );
    return Number(lastInsertRowid);
  }

  /** Removes a version. The next older one becomes the latest. */
  remove({ seq, bucket, key, isLatest }: Version): void {
    this.#database.prepare('DELETE FROM versions WHERE seq = ?').run(seq);
    if (!isLatest) return;
    this.#database
      .prepare(
        'UPDATE versions SET latest = 1 WHERE seq = (SELECT MAX(seq) FROM versions WHERE bucket = ? AND key = ?)',
      )
      .run(bucket, key);
  }

  /** The latest versions without delete markers, by key, beginning with the key `from`, within the prefix. */
  page({ bucket, prefix, from, limit }: PageOfKeys): Version[] {
    return this.#database
      .prepare(
        `SELECT * FROM versions WHERE bucket = ? AND latest = 1 AND marker = 0 AND key >= ? AND key < ?
         ORDER BY key LIMIT ?`,
      )
      .all(bucket, from > prefix ? from : prefix, endOf(prefix), limit)
      .map((row) => rowSchema.parse(row));
  }

  /** All versions and markers, by key, newest first. For the key `from`, only those older than `olderThan`. */
  pageOfVersions({
    bucket,
    prefix,
    from,
    limit,
    olderThan = Number.MAX_SAFE_INTEGER,
  }: PageOfVersions): Version[] {
    const start = from > prefix ? from : prefix;
    return this.#database
      .prepare(
        `SELECT * FROM versions WHERE bucket = ? AND key >= ? AND key < ? AND (key > ? OR seq < ?)
         ORDER BY key, seq DESC LIMIT ?`,
      )
      .all(bucket, start, endOf(prefix), start, olderThan, limit)
      .map((row) => rowSchema.parse(row));
  }
}

export interface PageOfKeys {
  readonly bucket: string;
  readonly prefix: string;
  readonly from: string;
  readonly limit: number;
}

export interface PageOfVersions extends PageOfKeys {
  /** A sequence number. */
  readonly olderThan?: number | undefined;
}

/** A text that sorts after every key with the prefix. */
export function endOf(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}
