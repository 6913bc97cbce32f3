import { parseJson } from '@sluice/contract';
import * as z from 'zod';
import type { Blobs } from './blobs.ts';
import { jsonBlobs } from './json-blobs.ts';
import { isErasedRow } from './rows-text.ts';
import { storedRecord, type RecordRef, type StoredRecord } from './record.ts';

/** Who called what. */
export const caller = z.object({
  operation: z.string(),
  /** The token, or the principal by IAM of an operator. */
  by: z.string(),
  /** The client's address. */
  from: z.string(),
});
export type Caller = z.infer<typeof caller>;

/** A record before and after a call. One that the call created has no before. */
export const callRow = z.looseObject({ before: storedRecord.nullable(), after: storedRecord });
export type CallRow = Readonly<Pick<z.infer<typeof callRow>, 'before' | 'after'>>;

/** What an erase leaves of a row: who wrote which version. */
export const emptied = ({ before, after }: CallRow): CallRow => ({
  before: before && { ...before, fields: {} },
  after: { ...after, fields: {} },
});

/** Of an erased row nothing is covered, so it shows no values. */
const readRow = callRow.transform((row) => (isErasedRow(row) ? emptied(row) : row));

/** A call that wrote records and was no import. */
const keptCall = caller.extend({
  v: z.literal(2),
  date: z.string(),
  /** From 1. An attempt that found others' records stored nothing for good: the next one replaces it. */
  attempt: z.int(),
  records: z.array(readRow).readonly(),
});

/** As earlier releases stored it, without a hash: the records as they were before it. Those that it created have none. */
export const formerCall = caller.extend({ v: z.literal(1), replaced: z.array(storedRecord).readonly() });

export interface CallRef {
  readonly siteId: string;
  readonly requestId: string;
}

/** A call that is about to write, or has written, so that it enters the chain. It names records, and has no values. */
export const callMessage = caller.extend({
  v: z.literal(1),
  siteId: z.string(),
  requestId: z.string(),
  date: z.string(),
  attempt: z.int(),
  /** The first version that it writes of each record; an erase writes two. */
  written: z.array(storedRecord.pick({ kind: true, id: true, version: true })).readonly(),
  /** The hash of what it stored. */
  valuesSha256: z.string(),
  isLastLook: z.literal(true).optional(),
});
export type CallMessage = z.infer<typeof callMessage>;

export const writtenBy = (records: readonly CallRow[]): CallMessage['written'] =>
  records.map(({ before, after: { kind, id } }) => ({ kind, id, version: (before?.version ?? 0) + 1 }));

export const writesFolder = (siteId: string): string => `writes/${siteId}/`;
export const callKey = ({ siteId, requestId }: CallRef): string =>
  `${writesFolder(siteId)}${encodeURIComponent(requestId)}.json`;
export const requestIdOfKey = (key: string): string =>
  decodeURIComponent(key.slice(key.lastIndexOf('/') + 1, -'.json'.length));

/** `overwritten`: others have written each of its records since, so that they do not tell. */
export const foundOfCall = z.enum(['written', 'overwritten', 'not written']);
export type FoundOfCall = z.infer<typeof foundOfCall>;

/** The writer of records that a call writes. */
export const callWriter = (requestId: string): string => `request ${requestId}`;

/** The call that wrote this version. Undefined for imports and undos. */
export function requestOf({ writer }: Pick<StoredRecord, 'writer'>): string | undefined {
  return /^request (\S+)$/.exec(writer)?.[1];
}

/** Empty when it is no longer stored. */
export const textOfCall = async (ref: CallRef, { blobs }: { readonly blobs: Blobs }): Promise<string> =>
  (await jsonBlobs(blobs).text(callKey(ref))) ?? '';

/** Undefined for one of an earlier release, too. */
export const keptCallIn = (text: string): z.infer<typeof keptCall> | undefined =>
  keptCall.safeParse(parseJson(text)).data;

export async function readCall(blobs: Blobs, ref: CallRef, { kind, id }: RecordRef) {
  const call = await jsonBlobs(blobs).read(callKey(ref), z.union([keptCall, formerCall]));
  if (!call) return undefined;
  const { operation, by, from } = call;
  const before =
    call.v === 1 ? call.replaced : call.records.flatMap((one) => (one.before === null ? [] : [one.before]));
  return {
    caller: { operation, by, from },
    before: before.find((one) => one.id === id && one.kind === kind),
  };
}
