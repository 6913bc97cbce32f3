import type { MigrationEvent, MigrationRun, NewMigration } from '@sluice/migrations';
import type { StoredItem } from '../audit/stored-item.ts';
import type { Moved } from '../ledger.ts';
import type { LedgerEvent } from '../history/event.ts';

/**
 * What the ledger keeps of migrations: each start of one with its history, written by the same rules as runs are (see Ledger), and
 * whose turn it is among the starts of one name. Everything may throw LedgerError `busy`, after which the same call may be made again.
 */
export interface Migrations {
  /** Puts it as `planned` unless it exists. A second call for the same one changes nothing. */
  begin(facts: NewMigration): Promise<{ created: boolean; migration: MigrationRun }>;
  migration(migrationId: string): Promise<MigrationRun | undefined>;
  /** Its item as it is stored, whatever that is. */
  stored(migrationId: string): Promise<StoredItem | undefined>;
  /** All starts of one name, newest first by the time for which they were. */
  migrationsOf(name: string, limit?: number): Promise<MigrationRun[]>;
  /** Those that have not ended, or whose mail has neither gone out nor been refused, oldest first. For the sweep. */
  openMigrations(): Promise<MigrationRun[]>;
  /** An event that says what the migration says already counts as moved. @throws LedgerError `not_found` */
  move(migrationId: string, event: MigrationEvent): Promise<Moved<MigrationRun>>;
  /**
   * Takes the turn of a name for this start of it. Answers the one that has it: this, or another that has not ended. One that has
   * ended has it no more, so nobody needs to give it back.
   */
  takeTurn(migration: MigrationRun): Promise<string>;
  /** The ids of those of which something was written on a day in UTC, `2026-11-21`. */
  changedOn(day: string): AsyncIterable<string>;
  /** In order of time. */
  events(migrationId: string): Promise<LedgerEvent[]>;
}
