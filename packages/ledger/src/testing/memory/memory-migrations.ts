import {
  isMigrationEnded,
  isMigrationOpen,
  newMigration,
  nextMigration,
  type MigrationRun,
} from '../../migrations/index.ts';
import { type Link, linked } from '../../history/chain.ts';
import { migrationItem, storedItem, uploadItem } from '../../dynamodb/items.ts';
import { placeOfMigration } from '../../dynamodb/keys.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { compare, dayOf } from '../../model/order.ts';
import { found } from '../../refusals.ts';
import { begunLine, migrationLine } from '../../migrations/lines.ts';
import type { Migrations } from '../../migrations/migrations.ts';
import { newUpload } from '../../history/upload-lines.ts';
import type { Upload } from '../../model/upload.ts';

export function createMemoryMigrations({ now }: { readonly now: () => Date }): Migrations {
  const migrations = new Map<string, MigrationRun>();
  const uploads = new Map<string, Upload>();
  const turns = new Map<string, string>();
  const lines: LedgerEvent[] = [];
  const changed = new Set<string>();
  const sorted = () =>
    [...migrations.values()].toSorted((a, b) => compare(placeOfMigration(a), placeOfMigration(b)));
  const put = ({ item, event }: Link<MigrationRun>): MigrationRun => {
    migrations.set(item.migrationId, item);
    changed.add(`${dayOf(now().toISOString())} ${item.migrationId}`);
    lines.push(event);
    return item;
  };

  return {
    begin: async (facts) => {
      const known = migrations.get(facts.migrationId);
      if (known) return { created: false, migration: known };
      const begun = newMigration(facts, now().toISOString());
      return { created: true, migration: put(linked(begun, begunLine(begun))) };
    },
    migration: async (migrationId) => migrations.get(migrationId),
    stored: async (id) => {
      const [migration, upload] = [migrations.get(id), uploads.get(id)];
      return (
        (migration && storedItem(migrationItem(migration))) ?? (upload && storedItem(uploadItem(upload)))
      );
    },
    upload: async (uploadId) => uploads.get(uploadId),
    recordUpload: async (facts) => {
      const { uploadId } = facts;
      if (uploads.has(uploadId)) return;
      const at = now().toISOString();
      const { item, event } = newUpload(facts, at);
      uploads.set(uploadId, item);
      changed.add(`${dayOf(at)} ${uploadId}`);
      lines.push(event);
    },
    migrationsOf: async (name, limit) =>
      sorted()
        .filter((migration) => migration.name === name)
        .toReversed()
        .slice(0, limit),
    openMigrations: async () => sorted().filter(isMigrationOpen),
    move: async (migrationId, event) => {
      const before = found(migrations.get(migrationId), migrationId);
      const next = nextMigration(before, event);
      if (next === undefined) return { moved: false, now: before };
      if (next === before) return { moved: true, now: before };
      return { moved: true, now: put(linked(next, migrationLine(event, next), before)) };
    },
    takeTurn: async ({ name, migrationId }) => {
      const holder = migrations.get(turns.get(name) ?? '');
      if (holder !== undefined && !isMigrationEnded(holder.status)) return holder.migrationId;
      turns.set(name, migrationId);
      return migrationId;
    },
    changedOn: async function* (day) {
      const marks = [...changed].toSorted(compare).map((mark) => mark.split(' '));
      for (const [on, migrationId = ''] of marks) if (on === day) yield migrationId;
    },
    events: async (migrationId) => lines.filter(({ runId }) => runId === migrationId),
  };
}
