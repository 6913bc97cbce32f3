import { emptyAnswer } from '@sluice/contract';
import { changeEventSchema, type ChangeEvent } from '@sluice/contract/webhooks';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { searchableOf } from '../store/searchables.ts';
import { jsonDocuments } from '../store/json-blobs.ts';
import {
  isSameWrite,
  type Fields,
  type Json,
  type RecordRef,
  type RecordWrite,
  type StoredRecord,
} from '../store/record.ts';
import type { DeliveryRef } from '../store/webhook.ts';
import { modelOf } from './models.ts';

/** A written or intended version of a record, with the event to publish. */
const change = z.object({
  kind: z.string(),
  version: z.number().int().positive(),
  writer: z.string(),
  event: changeEventSchema,
});
export type Change = z.infer<typeof change>;

/** All changes of one chunk of an import, or of one request. */
export const changeSet = z.object({
  v: z.literal(1),
  siteId: z.string(),
  changeSetId: z.string(),
  /** Part of the ids of its deliveries, so that the same ids come out again. */
  date: z.string(),
  /** Whether it was stored before the writes. A reader then checks which writes happened. */
  intent: z.boolean(),
  changes: z.array(change),
});
export type ChangeSet = z.infer<typeof changeSet>;
export type ChangeSetRef = Readonly<Pick<ChangeSet, 'siteId' | 'changeSetId'>>;

/** The event of a write. Without the previous version, every field counts as changed. */
export function changeOf({ record, replaces }: RecordWrite, read: StoredRecord | undefined): Change {
  const before = read && replaces && isSameWrite(read, replaces) ? read : undefined;
  const names = new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(record.fields)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before?.fields[name], record.fields[name]));
  // An undo restores a deleted record: for a receiver of its deletion it is new.
  const isNew = replaces === null || (before?.deleted === true && !record.deleted);
  const action = isNew ? 'create' : record.deleted ? 'delete' : 'update';
  return { ...versionOf(record), event: eventOf(record, action, changed) };
}

export const versionOf = ({ kind, version, writer }: StoredRecord): Omit<Change, 'event'> => ({
  kind,
  version,
  writer,
});

export const refOf = ({ kind, event }: Change): RecordRef => ({ kind, id: event.docId });

/** The event of a record. An update has the current values of the named fields. */
export function eventOf(
  { kind, id, updatedDate, fields }: StoredRecord,
  action: ChangeEvent['action'],
  names: readonly string[],
): ChangeEvent {
  const event = { action, schema: modelOf(kind), docId: id, docUpdatedDate: updatedDate };
  if (action !== 'update') return event;
  return { ...event, diff: Object.fromEntries(names.map((name) => [name, eventValue(kind, name, fields)])) };
}

const json: z.ZodType<Json> = z.json();

/** A value as an operation answers it: a cleared field is null, false, or a discussion without messages. */
function eventValue(kind: string, name: string, fields: Fields): Json {
  const spec = searchableOf(kind).table[name];
  return fields[name] ?? (spec ? json.parse(emptyAnswer(spec)) : null);
}

export const changeSets = jsonDocuments(
  ({ siteId, changeSetId }: ChangeSetRef) => `changes/${siteId}/${changeSetId}`,
  changeSet,
);

export const deliveredEvents = z.array(changeEventSchema);

/** The unsigned events of deliveries in the bucket. Each try signs them again. */
export const deliveryEvents = jsonDocuments(
  ({ siteId, webhookId, deliveryId }: DeliveryRef) => `deliveries/${siteId}/${webhookId}/${deliveryId}`,
  deliveredEvents,
);
