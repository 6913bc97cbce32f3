import { DatabaseSync } from 'node:sqlite';

const schema = `
  CREATE TABLE IF NOT EXISTS buckets (
    name TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    versioned INTEGER NOT NULL,
    notifications TEXT NOT NULL DEFAULT '[]'
  );
  CREATE TABLE IF NOT EXISTS versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    bucket TEXT NOT NULL,
    key TEXT NOT NULL,
    version_id TEXT NOT NULL,
    latest INTEGER NOT NULL,
    marker INTEGER NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    files TEXT NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT,
    modified_at INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS versions_by_id ON versions (bucket, key, version_id);
  CREATE INDEX IF NOT EXISTS versions_by_age ON versions (bucket, key, seq DESC);
  CREATE UNIQUE INDEX IF NOT EXISTS latest_versions ON versions (bucket, key) WHERE latest = 1;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY,
    bucket TEXT NOT NULL,
    key TEXT NOT NULL,
    headers TEXT NOT NULL,
    algorithm TEXT,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS parts (
    upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    file TEXT NOT NULL,
    size INTEGER NOT NULL,
    md5 TEXT NOT NULL,
    checksum TEXT,
    modified_at INTEGER NOT NULL,
    PRIMARY KEY (upload_id, number)
  );
  CREATE TABLE IF NOT EXISTS undelivered (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue_arn TEXT NOT NULL,
    body TEXT NOT NULL
  );
`;

/** The database of all objects, without their bytes. A commit is on the disk when it returns. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${schema}`);
  return database;
}

export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
