import {
  inThisFormat,
  keepUnknown,
  NewerFormatError,
  refuseNewerFormat,
} from '@sluice/aws-kit/other-versions';
import { migrationRunSchema, type MigrationRun } from '../migrations/index.ts';
import type { ZodType } from 'zod';
import type { StoredItem } from '../model/stored-item.ts';
import { subjectOf } from '../history/beginnings.ts';
import { factIn } from '../history/found-by.ts';
import { LedgerError } from '../model/ledger-error.ts';
import { type Batch, type Submission, batchSchema, submissionSchema } from '../model/submission.ts';
import type { LedgerEvent } from '../model/event.ts';
import { type Run, runSchema } from '../model/run.ts';
import { standOf } from '../run/lanes.ts';
import { isOpen } from '../run/transitions.ts';
import {
  batchKey,
  eventKey,
  factIndexKey,
  importKey,
  migrationKey,
  migrationsOf,
  openIndexKey,
  openKey,
  placeOfMigration,
  runIndexKey,
  runKey,
  subjectAt,
  uploadKey,
  waitingKey,
} from './keys.ts';
import { uploadSchema, type Upload } from '../model/upload.ts';
import { fieldsOf } from './packed.ts';
import type { Item, WriteAction } from './table-access.ts';

/** Items that are read, changed and written back: what a newer version added to them stays. */
export const itemSchemas = {
  run: keepUnknown(runSchema),
  batch: keepUnknown(batchSchema),
  submission: keepUnknown(submissionSchema),
  migration: keepUnknown(migrationRunSchema),
  upload: keepUnknown(uploadSchema),
};

export const runItem = (run: Run): Item => ({ ...runKey(run.runId), ...runIndexKey(run), ...run });

export function migrationItem(migration: MigrationRun): Item {
  const { migrationId, name } = migration;
  const place = { gsi1pk: migrationsOf(name), gsi1sk: placeOfMigration(migration) };
  return { ...migrationKey(migrationId), ...place, ...migration };
}

export const uploadItem = (upload: Upload): Item => ({ ...uploadKey(upload.uploadId), ...upload });

export function storedItem({ pk: _pk, sk, format: _format, ...fields }: Item): StoredItem {
  return { subject: subjectAt(String(sk)), fields: readableFields(fields) };
}

/** As `storedItem` gives it. */
export const storedSubmission = (submission: Submission): StoredItem => ({
  subject: subjectOf(submission),
  fields: { ...submission },
});

/** If somebody altered what is packed, it counts as one field. */
function readableFields(fields: Item): Item {
  try {
    return fieldsOf(fields);
  } catch {
    return { ...fields, f: 'unreadable' };
  }
}

/** Lists the run among the open runs, and once nothing is owed any more, among those with its status. */
export function openItem(run: Run): Item {
  const place = isOpen(run) ? openIndexKey(run) : factIndexKey({ name: 'status', value: run.status }, run);
  return { ...openKey(run.runId), ...place, runId: run.runId };
}

/** Where the run stands. It remains in the table when the run stands nowhere any more, but leaves the index. */
export function waitingItem(run: Run): Item {
  const { runId } = run;
  const stand = standOf(run);
  return { ...waitingKey(runId), runId, ...(stand && { gsi1pk: stand.list, gsi1sk: stand.place }) };
}

export const batchItem = (batch: Batch): Item => ({ ...batchKey(batch.runId, batch.number), ...batch });

/** `mark` names the call that wrote the line. A line with a new fact of a run is in the index, by the start of the run. */
export function eventItem(event: LedgerEvent, { mark, startedAt }: Writing): Item {
  const fact = factIn(event);
  const place = fact && startedAt !== undefined && factIndexKey(fact, { runId: event.runId, startedAt });
  return { ...eventKey(event), ...place, ...event, mark };
}

export interface Writing {
  readonly mark: string;
  /** Of the run; a migration has no facts to be found by. */
  readonly startedAt?: string | undefined;
}

/** The item by which a run is found by an importId that an event brings, if it brings one. */
export function importItem(event: LedgerEvent): Item | undefined {
  const fact = factIn(event);
  return fact?.name === 'importId' ? { ...importKey(fact.value, event.runId) } : undefined;
}

/** @throws LedgerError `item_unreadable` */
export function readItem<T>(schema: ZodType<T>, item: Item): T {
  const { pk, sk, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, format: _format, ...fields } = item;
  try {
    refuseNewerFormat(item);
    return schema.parse(fieldsOf(fields));
  } catch (cause) {
    const why = cause instanceof NewerFormatError ? ` ${cause.message}` : '';
    throw new LedgerError('item_unreadable', `This version cannot read the item ${pk} ${sk}.${why}`, {
      cause,
    });
  }
}

export function putNew(table: string, item: Item) {
  return {
    Put: { TableName: table, Item: inThisFormat(item), ConditionExpression: 'attribute_not_exists(pk)' },
  };
}

export function putAlways(table: string, item: Item): WriteAction {
  return { Put: { TableName: table, Item: inThisFormat(item) } };
}

/** Replaces the item that has this version. */
export function replace(table: string, { item, version }: { item: Item; version: number }) {
  return putInstead(table, item, ['version', version]);
}

/** Replaces the item if its field still has this value. */
export function putInstead(table: string, item: Item, [field, known]: readonly [string, string | number]) {
  return {
    Put: {
      TableName: table,
      Item: inThisFormat(item),
      ConditionExpression: `${field} = :known`,
      ExpressionAttributeValues: { ':known': known },
    },
  };
}
