import * as z from 'zod';
import { contentOf, repeats } from '../run/claims.ts';
import { isEnded } from '../model/status.ts';
import { LedgerError } from '../model/ledger-error.ts';
import type { Run } from '../model/run.ts';
import { putInstead, putNew, readItem } from './items.ts';
import { type ItemKey, claimKey, writerKey } from './keys.ts';
import { readRun } from './reads.ts';
import { type Item, type TableAccess, type WriteAction, getItem, transact } from './table-access.ts';

const claimSchema = z.object({ runId: z.string() });
const racesAtMost = 20;

export async function claimContent(access: TableAccess, run: Run): Promise<string> {
  const content = contentOf(run);
  if (content === undefined) return run.runId;
  const isReleased = async (other: string): Promise<boolean> => {
    const holder = await readRun(access, other);
    return holder === undefined || isEnded(holder.status);
  };
  return holdClaim(access, { key: claimKey(content), holder: run.runId, isReleased });
}

/** The place of the last writer of a lane is free, unless that one has landed and the run only repeats it. */
export async function startWriting(access: TableAccess, run: Run): Promise<string> {
  const { runId, lane } = run;
  if (lane === undefined) return runId;
  const isReleased = async (other: string) => !(await isRepeatOf(access, run, other));
  return holdClaim(access, { key: writerKey(lane), holder: runId, isReleased });
}

/** What `startWriting` would return. */
export async function lastWriter(access: TableAccess, run: Run): Promise<string> {
  const known = run.lane === undefined ? undefined : await getItem(access, writerKey(run.lane));
  const last = known && readItem(claimSchema, known).runId;
  return last !== undefined && last !== run.runId && (await isRepeatOf(access, run, last)) ? last : run.runId;
}

async function isRepeatOf(access: TableAccess, run: Run, other: string): Promise<boolean> {
  const last = await readRun(access, other);
  return last !== undefined && repeats(run, last);
}

export interface Claiming {
  readonly key: ItemKey;
  readonly holder: string;
  readonly isReleased: (holder: string) => Promise<boolean>;
}

/** Takes a claim that is free or was released. @returns the holder afterwards */
export async function holdClaim(access: TableAccess, { key, holder, isReleased }: Claiming): Promise<string> {
  const mark = access.newId();
  for (let races = 0; races < racesAtMost; races += 1) {
    const known = await getItem(access, key);
    const other = known && readItem(claimSchema, known).runId;
    if (other === holder) return holder;
    if (other !== undefined && !(await isReleased(other))) return other;
    const put = putClaim(access.table, { ...key, runId: holder, mark }, other);
    if (await transact(access, { actions: [put], proof: { key, mark } })) return holder;
  }
  throw new LedgerError('busy', `Others claimed the same first ${racesAtMost} times.`);
}

/** Replaces the run that has released the claim, if there was one. */
function putClaim(table: string, item: Item, holder: string | undefined): WriteAction {
  return holder === undefined ? putNew(table, item) : putInstead(table, item, ['runId', holder]);
}
