import {
  migrationEventSchema,
  newMigration,
  newMigrationSchema,
  nextMigration,
  type MigrationRun,
} from './index.ts';
import { eventLine } from '../history/beginnings.ts';
import { withHead } from '../history/chain.ts';
import { LedgerError } from '../model/ledger-error.ts';
import type { EventLine, LedgerEvent } from '../model/event.ts';

const migrationBegun = 'begun';

/** The first line of a migration's history, with all the facts that later lines build on. */
export function begunLine(migration: MigrationRun): EventLine {
  const { migrationId, createdAt: at, version } = migration;
  const { migrationId: _id, ...data } = newMigrationSchema.parse(migration);
  return { runId: migrationId, subject: 'migration', version, at, type: migrationBegun, data };
}

export function migrationLine(
  event: { readonly type: string; readonly at: string },
  { migrationId, version }: MigrationRun,
): EventLine {
  return eventLine(event, { runId: migrationId, subject: 'migration', version });
}

/**
 * The migration by its history (invariant 10).
 * @throws LedgerError `history_broken` when a line is missing, doubled, or cannot follow from the one before it
 */
export function replayMigration(events: readonly LedgerEvent[]): MigrationRun {
  const [first, ...rest] = events.toSorted((a, b) => a.version - b.version);
  if (first?.type !== migrationBegun) throw broken('has no line that begins it');
  const facts = newMigrationSchema.parse({ ...first.data, migrationId: first.runId });
  return rest.reduce(
    (migration, line) => {
      const { type, at, data, version } = line;
      const next = nextMigration(migration, migrationEventSchema.parse({ type, at, ...data }));
      if (next === undefined || next.version !== version) throw broken(`breaks at version ${version}`);
      return withHead(next, line);
    },
    withHead(newMigration(facts, first.at), first),
  );
}

const broken = (what: string): LedgerError =>
  new LedgerError('history_broken', `The history of the migration ${what}.`);
