import { ofMigrationSchema, type NewRun } from '@sluice/ledger';
import { migrationOfKey } from '@sluice/ledger/migrations';
import { isLeftover } from '@sluice/sheets';
import * as z from 'zod';

const recordSchema = z.object({
  eventName: z.string(),
  /** When S3 had taken the object, by its own clock. */
  eventTime: z.iso.datetime().optional().catch(undefined),
  userIdentity: z.object({ principalId: z.string() }).optional(),
  requestParameters: z.object({ sourceIPAddress: z.string().optional() }).optional(),
  /** Set by us, not by S3: the migration that sends this file. */
  migration: ofMigrationSchema.optional(),
  s3: z.object({
    bucket: z.object({ name: z.string().min(1) }),
    object: z.object({
      /** URL-encoded, with `+` for a space. */
      key: z.string().min(1),
      size: z.int().min(0).default(0),
      /** Absent in a bucket without versions, where S3 itself calls the one there is `null`. */
      versionId: z.string().min(1).default('null'),
      /** Greater in each later event of this key. */
      sequencer: z
        .string()
        .regex(/^[0-9a-f]{1,32}$/iu)
        .optional()
        .catch(undefined),
    }),
  }),
});

/** A message of the arrivals queue: S3's notification of new objects, or the test that it sends when a queue is connected. */
export const arrivalMessageSchema = z.union([
  z.object({ Records: z.array(recordSchema) }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);
export type ArrivalMessage = z.infer<typeof arrivalMessageSchema>;

/** An object version that landed in the inbox, or that a migration has sent. */
export type Drop = Pick<
  NewRun,
  | 'bucket'
  | 'key'
  | 'versionId'
  | 'bytes'
  | 'droppedBy'
  | 'droppedFrom'
  | 'migration'
  | 'arrivedAt'
  | 'sequencer'
>;

export const inbox = 'inbox/';

/** The drops of a message, without deletions, folder markers, what systems leave in folders, and objects outside the inbox. */
export const dropsIn = (message: ArrivalMessage): Drop[] =>
  createdIn(message).filter((drop) => drop.migration !== undefined || isDrop(drop));

/** What was uploaded below `migrations/` and `profiles/`. */
export const uploadsIn = (message: ArrivalMessage): Drop[] =>
  createdIn(message).filter(({ key, bytes }) => /^(?:migrations|profiles)\//u.test(key) && bytes > 0);

/** The object versions that came about. */
function createdIn(message: ArrivalMessage): Drop[] {
  if ('Event' in message) return [];
  return message.Records.filter(({ eventName }) => /^(?:s3:)?ObjectCreated:/u.test(eventName)).map(
    ({ s3, eventTime, userIdentity, requestParameters: { sourceIPAddress } = {}, migration }) => ({
      bucket: s3.bucket.name,
      key: decodeKey(s3.object.key),
      versionId: s3.object.versionId,
      bytes: s3.object.size,
      droppedBy: userIdentity?.principalId ?? 'unknown',
      ...(sourceIPAddress !== undefined && { droppedFrom: sourceIPAddress }),
      ...(migration !== undefined && { migration }),
      ...(eventTime !== undefined && { arrivedAt: new Date(eventTime).toISOString() }),
      ...(s3.object.sequencer !== undefined && { sequencer: s3.object.sequencer }),
    }),
  );
}

/** The migrations with files that were added, changed or removed. */
export function migrationsIn(message: ArrivalMessage): string[] {
  if ('Event' in message) return [];
  const names = message.Records.flatMap(({ s3 }) => migrationOfKey(decodeKey(s3.object.key)) ?? []);
  return [...new Set(names)];
}

type Listed = Pick<Drop, 'key' | 'bytes'>;

export const isDrop = (object: Listed): boolean => object.key.startsWith(inbox) && mayBeSheet(object);

/** Whether somebody put it there: no folder marker, and not what systems leave in folders. */
export const mayBeSheet = (object: Listed): boolean => !isFolderMarker(object) && !isLeftover(object.key);

export const isFolderMarker = ({ key, bytes }: Listed): boolean => key.endsWith('/') && bytes === 0;

/** The event name in messages of the sweep, which S3 may have sent before. */
const swept = 'ObjectCreated:Swept';

/** Whether the sweep sent it, and not S3. */
export function isSwept(message: ArrivalMessage): boolean {
  return 'Records' in message && message.Records.every(({ eventName }) => eventName === swept);
}

/** The message that announces a drop, in the form of S3. */
export function arrivalOf({
  bucket,
  key,
  versionId,
  bytes,
  droppedBy,
  migration,
  arrivedAt: eventTime,
  sequencer,
}: Drop): ArrivalMessage {
  const s3 = { bucket: { name: bucket }, object: { key: encodeKey(key), size: bytes, versionId, sequencer } };
  const record = { eventName: swept, eventTime, userIdentity: { principalId: droppedBy }, s3 };
  return { Records: [{ ...record, ...(migration !== undefined && { migration }) }] };
}

/** Keys are form-encoded: `new+clients.csv`, `caf%C3%A9.csv`. Any other key is used unchanged. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

function encodeKey(key: string): string {
  return encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
}
