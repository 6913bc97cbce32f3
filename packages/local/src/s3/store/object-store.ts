import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { S3Error } from '../wire/s3-error.ts';
import { openBlobs, type Blobs } from './blobs.ts';
import { openDatabase, transact } from './database.ts';
import {
  createJournal,
  notificationSchema,
  type Change,
  type Journal,
  type Notification,
} from './journal.ts';
import { uploadRows, type UploadRows } from './uploads.ts';
import { VersionRows, type NewVersion, type Place, type Version } from './versions.ts';

const bucketSchema = z
  .object({ name: z.string(), created_at: z.int(), versioned: z.int(), notifications: z.string() })
  .transform((row) => ({
    name: row.name,
    versioned: row.versioned === 1,
    createdAt: new Date(row.created_at),
    notifications: z.array(notificationSchema).parse(JSON.parse(row.notifications)),
  }));
export interface Bucket extends z.infer<typeof bucketSchema> {
  readonly lock?: Lock | undefined;
}

/** Object lock is on. */
export interface Lock {
  /** The lock of a new version whose request has none. */
  readonly retention?: { readonly mode: string; readonly days: number } | undefined;
}

/** Checks the current version at the moment of a write. Throws to refuse the write. */
export type Condition = (current: Version | undefined) => void;

export type Addition = Omit<NewVersion, 'versionId' | 'modifiedAt'>;

/** Buckets and versions in a database, bytes in files beside it. */
export class ObjectStore {
  readonly blobs: Blobs;
  readonly versions: VersionRows;
  readonly uploads: UploadRows;
  readonly journal: Journal;
  readonly now: () => Date;
  readonly #database: DatabaseSync;
  readonly #buckets = new Map<string, Bucket>();
  /** Not stored: the templates set them at each start. */
  readonly #locks = new Map<string, Lock>();

  constructor(dataDir: string, now: () => Date) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.#database = openDatabase(join(dataDir, 'objects.db'));
    this.blobs = openBlobs(join(dataDir, 'objects'));
    this.versions = new VersionRows(this.#database);
    this.uploads = uploadRows(this.#database);
    this.journal = createJournal(this.#database, now);
    this.now = now;
    for (const { name } of this.#database.prepare('SELECT name FROM buckets').all()) this.#read(String(name));
  }

  /** @throws S3Error `NoSuchBucket` */
  bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) return bucket;
    throw new S3Error('NoSuchBucket', `The specified bucket does not exist: ${name}`);
  }

  buckets(): Bucket[] {
    return [...this.#buckets.values()];
  }

  /** Creates the bucket, or changes its versioning and its locks. */
  declareBucket(name: string, versioned: boolean, lock?: Lock): void {
    if (lock !== undefined) this.#locks.set(name, lock);
    this.#database
      .prepare(
        `INSERT INTO buckets (name, created_at, versioned) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET versioned = excluded.versioned`,
      )
      .run(name, this.now().getTime(), versioned ? 1 : 0);
    this.#read(name);
  }

  /** Sends a test event to a queue whose notifications are new or changed, as S3 does. */
  setNotifications(name: string, notifications: readonly Notification[]): void {
    const next = JSON.stringify(notifications);
    if (JSON.stringify(this.bucket(name).notifications) === next) return;
    transact(this.#database, () => {
      this.#database.prepare('UPDATE buckets SET notifications = ? WHERE name = ?').run(next, name);
      this.journal.addTestEvents(name, notifications);
    });
    this.#read(name);
    this.journal.wake();
  }

  /** Makes the version the latest and writes its notifications, in one commit. */
  add(addition: Addition, change: Change, condition: Condition): Version {
    const { versioned, notifications } = this.bucket(addition.bucket);
    const version = { ...addition, versionId: versioned ? newVersionId() : 'null', modifiedAt: this.now() };
    const { replaced, seq } = transact(this.#database, () => {
      condition(this.versions.latest(addition));
      const room = versioned ? undefined : this.#makeRoom(addition);
      const added = this.versions.add(version);
      this.journal.add({ ...version, seq: added }, change, notifications);
      return { replaced: room, seq: added };
    });
    this.blobs.remove(replaced?.blobs.map(({ name }) => name) ?? []);
    this.journal.wake();
    return { ...version, seq, isLatest: true };
  }

  /** Removes the bytes again when the commit is refused. */
  addOrForget(addition: Addition, change: Change, condition: Condition): Version {
    try {
      return this.add(addition, change, condition);
    } catch (error) {
      this.blobs.remove(addition.blobs.map(({ name }) => name));
      throw error;
    }
  }

  /** Deletes one version and its bytes. */
  removeVersion(version: Version, change: Change): void {
    transact(this.#database, () => {
      this.versions.remove(version);
      this.journal.add(version, change, this.bucket(version.bucket).notifications);
    });
    this.blobs.remove(version.blobs.map(({ name }) => name));
    this.journal.wake();
  }

  close(): void {
    this.#database.close();
  }

  #read(name: string): void {
    const row = this.#database.prepare('SELECT * FROM buckets WHERE name = ?').get(name);
    const lock = this.#locks.get(name);
    this.#buckets.set(name, { ...bucketSchema.parse(row), ...(lock && { lock }) });
  }

  /** In a bucket without versioning, every version has the id `null` and replaces the one before. */
  #makeRoom(place: Place): Version | undefined {
    const replaced = this.versions.byId(place, 'null');
    if (replaced !== undefined) this.versions.remove(replaced);
    return replaced;
  }
}

/** 32 characters, as in S3. */
function newVersionId(): string {
  return randomBytes(24).toString('base64url').replaceAll('-', '.');
}
