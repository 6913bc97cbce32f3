import * as z from 'zod';
import type { Blobs } from './blobs.ts';
import { jsonDocuments } from './json-blobs.ts';
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

/** A call that wrote records and was no import, with the records as they were before it. Those that it created have none. */
export const keptCall = caller.extend({ v: z.literal(1), replaced: z.array(storedRecord).readonly() });

export interface CallRef {
  readonly siteId: string;
  readonly requestId: string;
}

/** They are stored before the records are written, so that each write that is no import has its caller. */
export const callDocuments = jsonDocuments(
  ({ siteId, requestId }: CallRef) => `writes/${siteId}/${encodeURIComponent(requestId)}.json`,
  keptCall,
);

/** The writer of records that a call writes. */
export const callWriter = (requestId: string): string => `request ${requestId}`;

/** The call that wrote this version. Undefined for imports and undos. */
export function requestOf({ writer }: Pick<StoredRecord, 'writer'>): string | undefined {
  return /^request (\S+)$/.exec(writer)?.[1];
}

export async function readCall(blobs: Blobs, ref: CallRef, { kind, id }: RecordRef) {
  const call = await callDocuments(blobs).get(ref);
  if (!call) return undefined;
  const { operation, by, from, replaced } = call;
  return {
    caller: { operation, by, from },
    before: replaced.find((one) => one.id === id && one.kind === kind),
  };
}
