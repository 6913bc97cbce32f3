import { z } from 'zod';
import { contentOf, isReleased } from '../claims.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Run } from '../model.ts';
import { putNew, readItem } from './items.ts';
import { claimKey } from './keys.ts';
import { readRun } from './reads.ts';
import { getItem, transact, type Item, type TableAccess, type WriteAction } from './table-access.ts';

const claimSchema = z.object({ runId: z.string() });
const racesAtMost = 20;

export async function claimContent(access: TableAccess, run: Run): Promise<string> {
  const { runId } = run;
  const content = contentOf(run);
  if (content === undefined) return runId;
  const key = claimKey(content);
  const mark = access.newId();
  for (let races = 0; races < racesAtMost; races += 1) {
    const known = await getItem(access, key);
    const holder = known && readItem(claimSchema, known).runId;
    if (holder === runId) return runId;
    if (holder !== undefined && !(await hasReleased(access, holder))) return holder;
    const put = putClaim(access.table, { ...key, runId, mark }, holder);
    if (await transact(access, { actions: [put], proof: { key, mark } })) return runId;
  }
  throw new LedgerError('busy', `Others claimed the same content first ${racesAtMost} times.`);
}

async function hasReleased(access: TableAccess, holder: string): Promise<boolean> {
  const run = await readRun(access, holder);
  return run === undefined || isReleased(run.status);
}

/** In the place of the run that has released it, or of none. */
function putClaim(table: string, item: Item, holder: string | undefined): WriteAction {
  if (holder === undefined) return putNew(table, item);
  return {
    Put: {
      TableName: table,
      Item: item,
      ConditionExpression: 'runId = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    },
  };
}
