import { ApiError } from '@sluice/contract';
import type { Services } from '../services.ts';
import { storeCall } from '../records/store-call.ts';
import type { Caller, CallRef } from '../store/calls.ts';
import { refKey, type RecordRef, type RecordWrite, type StoredRecord } from '../store/record.ts';
import type { LookupEntry } from '../store/store.ts';

export interface Plan<T> {
  readonly writes: readonly RecordWrite[];
  /** The records that it changes, as they are before. */
  readonly replaced: readonly StoredRecord[];
  /** Records that must still exist at the time of the write. */
  readonly required: readonly RecordRef[];
  /** Claims of unique values that must still be valid at the time of the write. */
  readonly held?: readonly LookupEntry[];
  /** Written before the records: a stale entry does less harm than a record that no lookup finds. */
  readonly entries: readonly LookupEntry[];
  readonly answer: T;
}

const attemptsAtMost = 6;
const pauseMs = 40;

/** The call that writes, for the history of its records. */
export type WritingCall = CallRef & Caller;

type WritingServices = Pick<Services, 'store' | 'blobs' | 'calls' | 'now' | 'newId' | 'sleep'>;

/** Plans on the current records and writes all together. Plans again after a conflict or an undefined plan. */
export async function writePlanned<T>(
  services: WritingServices,
  call: WritingCall,
  plan: () => Promise<Plan<T> | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= attemptsAtMost; attempt += 1) {
    const planned = await plan();
    if (planned && (await writeAll(services, { ...call, attempt }, planned))) return planned.answer;
    await services.sleep(pauseMs * attempt);
  }
  throw new ApiError(
    'server_error',
    'Others kept changing the same records at this moment; nothing was saved. Send the request again.',
  );
}

async function writeAll(
  services: WritingServices,
  call: WritingCall & { readonly attempt: number },
  { writes, replaced, required, held = [], entries }: Plan<unknown>,
): Promise<boolean> {
  if (writes.length === 0) return true;
  const { siteId } = call;
  const { lookups, records } = services.store;
  const before = new Map(replaced.map((one) => [refKey(one), one]));
  const rows = writes.map(({ record }) => ({ before: before.get(refKey(record)) ?? null, after: record }));
  await Promise.all([storeCall(call, rows, services), lookups.add(siteId, entries)]);
  return (await records.writeTogether(siteId, writes, { present: required, held })) === 'written';
}
