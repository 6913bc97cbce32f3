import { ApiError } from '@sluice/contract';
import type { Services } from '../services.ts';
import type { RecordRef, RecordWrite } from '../store/record.ts';
import type { LookupEntry, Store } from '../store/store.ts';

export interface Plan<T> {
  readonly writes: readonly RecordWrite[];
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

/** Plans on the current records and writes all together. Plans again after a conflict or an undefined plan. */
export async function writePlanned<T>(
  { store, sleep }: Pick<Services, 'store' | 'sleep'>,
  siteId: string,
  plan: () => Promise<Plan<T> | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= attemptsAtMost; attempt += 1) {
    const planned = await plan();
    if (planned && (await writeAll(store, siteId, planned))) return planned.answer;
    await sleep(pauseMs * attempt);
  }
  throw new ApiError(
    'server_error',
    'Others kept changing the same records at this moment; nothing was saved. Send the request again.',
  );
}

async function writeAll(
  { lookups, records }: Store,
  siteId: string,
  { writes, required, held = [], entries }: Plan<unknown>,
): Promise<boolean> {
  if (writes.length === 0) return true;
  await lookups.add(siteId, entries);
  return (await records.writeTogether(siteId, writes, { present: required, held })) === 'written';
}
