import type { MigrationEvent, MigrationRun, NewMigration } from './index.ts';
import type { StoredItem } from '../model/stored-item.ts';
import type { Moved } from '../port/ledger.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { NewUpload, Upload } from '../model/upload.ts';

/**
 * The migrations in the ledger: each start with its history, written by the same rules as runs (see Ledger), and which start of
 * a name has its turn; and who uploaded what they and profiles are made of. Every method may throw LedgerError `busy`. The caller may then try again.
 */
export interface Migrations {
  /** Puts it as `planned` unless it exists. A second call for the same one changes nothing. */
  begin(facts: NewMigration): Promise<{ created: boolean; migration: MigrationRun }>;
  migration(migrationId: string): Promise<MigrationRun | undefined>;
  /** The stored item of a migration or an upload, readable or not. */
  stored(id: string): Promise<StoredItem | undefined>;
  /** All starts of one name, newest first by their scheduled time. */
  migrationsOf(name: string, limit?: number): Promise<MigrationRun[]>;
  /** Those that have not ended, or still owe a mail, oldest first. For the sweep. */
  openMigrations(): Promise<MigrationRun[]>;
  /** An event that changes nothing counts as moved. @throws LedgerError `not_found` */
  move(migrationId: string, event: MigrationEvent): Promise<Moved<MigrationRun>>;
  /**
   * Takes the turn of a name for this start. A start loses its turn when it ends, so that no crash can keep it.
   * @returns the start that has the turn: this one, or another that has not ended
   */
  takeTurn(migration: MigrationRun): Promise<string>;
  /** Puts an upload with its event unless it is known. */
  recordUpload(facts: NewUpload): Promise<void>;
  upload(uploadId: string): Promise<Upload | undefined>;
  /** The ids of migrations and uploads that were written to on a day (`2026-11-21`, UTC). */
  changedOn(day: string): AsyncIterable<string>;
  /** Of a migration or an upload, in order of time. */
  events(id: string): Promise<LedgerEvent[]>;
}
