import {
  isMigrationEnded,
  isMigrationOpen,
  newMigration,
  nextMigration,
  type MigrationEvent,
  type MigrationRun,
  type NewMigration,
} from '../migrations/index.ts';
import { linked } from '../history/chain.ts';
import type { Moved } from '../port/ledger.ts';
import { begunLine, migrationLine } from '../migrations/lines.ts';
import type { Migrations } from '../migrations/migrations.ts';
import { dayOf } from '../model/order.ts';
import { found } from '../refusals.ts';
import { holdClaim } from './claims.ts';
import { newUpload } from '../history/upload-lines.ts';
import type { Upload } from '../model/upload.ts';
import {
  eventItem,
  itemSchemas,
  migrationItem,
  putAlways,
  putNew,
  readItem,
  storedItem,
  uploadItem,
} from './items.ts';
import {
  type ItemKey,
  eventKey,
  migrationChangedKey,
  migrationKey,
  migrationsChangedOn,
  migrationsOf,
  openMigrations,
  partitionOf,
  placeOfMigration,
  turnKey,
  uploadKey,
} from './keys.ts';
import { readEvents } from './histories.ts';
import { move, withEvent } from './moves.ts';
import { indexItems, readMarks, readable } from './reads.ts';
import { rememberedItems } from './remembered.ts';
import {
  type DynamoLedgerOptions,
  type Item,
  type TableAccess,
  accessOf,
  getItem,
  getItems,
  transact,
} from './table-access.ts';

/** Migrations in the table of the ledger. A move takes as many requests as that of a run. */
export function createDynamoMigrations(options: DynamoLedgerOptions): Migrations {
  const access = accessOf(options);
  const remember = rememberedItems(access);
  const changing = async (migrationId: string): Promise<string> => {
    const at = options.now().toISOString();
    await remember(migrationChangedKey(migrationId, dayOf(at)));
    return at;
  };
  return {
    begin: async (facts) => begin(access, facts, await changing(facts.migrationId)),
    migration: (migrationId) => readMigration(access, migrationId),
    stored: async (id) => {
      const item = (await getItem(access, migrationKey(id))) ?? (await getItem(access, uploadKey(id)));
      return item && storedItem(item);
    },
    upload: (uploadId) => readUpload(access, uploadId),
    recordUpload: async (facts) => {
      if (await readUpload(access, facts.uploadId)) return;
      const { item, event } = newUpload(facts, await changing(facts.uploadId));
      const { table } = access;
      const mark = access.newId();
      await transact(access, {
        actions: [putNew(table, uploadItem(item)), putNew(table, eventItem(event, { mark }))],
        proof: { key: eventKey(event), mark },
      });
    },
    migrationsOf: (name, limit) => readMigrationsOf(access, name, limit),
    openMigrations: () => readOpenMigrations(access),
    move: async (migrationId, event) => {
      await changing(migrationId);
      return moveMigration(access, migrationId, event);
    },
    changedOn: (day) => readMarks(access, migrationsChangedOn(day)),
    takeTurn: ({ name, migrationId }) =>
      holdClaim(access, {
        key: turnKey(name),
        holder: migrationId,
        isReleased: (other) => hasEnded(access, other),
      }),
    events: (migrationId) => readEvents(access, migrationId),
  };
}

/** Remains in the table when nothing is owed any more, but leaves the index. */
function openItem(migration: MigrationRun): Item {
  const { migrationId } = migration;
  const place = isMigrationOpen(migration) && { gsi1pk: openMigrations, gsi1sk: placeOfMigration(migration) };
  return { pk: partitionOf(migrationId), sk: 'openMigration', migrationId, ...place };
}

async function begin(
  access: TableAccess,
  facts: NewMigration,
  at: string,
): Promise<{ created: boolean; migration: MigrationRun }> {
  const { table } = access;
  const mark = access.newId();
  const begun = newMigration(facts, at);
  const { item: migration, event } = linked(begun, begunLine(begun));
  const created = await transact(access, {
    actions: [
      putNew(table, migrationItem(migration)),
      putNew(table, eventItem(event, { mark })),
      putAlways(table, openItem(migration)),
    ],
    proof: { key: eventKey(event), mark },
  });
  if (created) return { created, migration };
  const { migrationId } = facts;
  return { created, migration: found(await readMigration(access, migrationId), migrationId) };
}

function moveMigration(
  access: TableAccess,
  migrationId: string,
  event: MigrationEvent,
): Promise<Moved<MigrationRun>> {
  return move(access, async () => {
    const before = found(await readMigration(access, migrationId), migrationId);
    return {
      before,
      next: nextMigration(before, event),
      line: (next) => migrationLine(event, next),
      write: withEvent(access, {
        before,
        item: migrationItem,
        alongside: (after) =>
          isMigrationOpen(before) === isMigrationOpen(after)
            ? []
            : [putAlways(access.table, openItem(after))],
      }),
    };
  });
}

async function readMigration(access: TableAccess, migrationId: string): Promise<MigrationRun | undefined> {
  const item = await getItem(access, migrationKey(migrationId));
  return item && readItem(itemSchemas.migration, item);
}

async function readUpload(access: TableAccess, uploadId: string): Promise<Upload | undefined> {
  const item = await getItem(access, uploadKey(uploadId));
  return item && readItem(itemSchemas.upload, item);
}

async function hasEnded(access: TableAccess, migrationId: string): Promise<boolean> {
  const migration = await readMigration(access, migrationId);
  return migration === undefined || isMigrationEnded(migration.status);
}

/** Reads the index, which may lag behind. */
async function readMigrationsOf(access: TableAccess, name: string, limit?: number): Promise<MigrationRun[]> {
  const read: MigrationRun[] = [];
  const items = indexItems(access, migrationsOf(name), {
    ScanIndexForward: false,
    ...(limit !== undefined && { Limit: limit }),
  });
  for await (const item of items) {
    const migration = readable(access, itemSchemas.migration, item);
    if (migration) read.push(migration);
    if (read.length === limit) break;
  }
  return read;
}

/** The index may lag behind, so each migration that it lists is read strongly. */
async function readOpenMigrations(access: TableAccess): Promise<MigrationRun[]> {
  const keys: ItemKey[] = [];
  for await (const item of indexItems(access, openMigrations))
    keys.push(migrationKey(String(item['migrationId'])));
  const items = await getItems(access, keys);
  const read = items.flatMap((item) => readable(access, itemSchemas.migration, item) ?? []);
  return read
    .filter(isMigrationOpen)
    .toSorted((a, b) => (placeOfMigration(a) < placeOfMigration(b) ? -1 : 1));
}
