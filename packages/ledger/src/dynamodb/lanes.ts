import * as z from 'zod';
import { isQuiet, needsLane, placeInLane, waitsForLane } from '../lane/lanes.ts';
import type { InLane } from '../ledger.ts';
import type { Run } from '../run/schemas.ts';
import { found } from '../refusals.ts';
import { nextRun } from '../run/transitions.ts';
import { itemSchemas, putInstead, putNew, readItem } from './items.ts';
import { laneKey, ledgerTable, runKey, waitingIn } from './keys.ts';
import { move, stepOfRun } from './moves.ts';
import { readRun, readable } from './reads.ts';
import { type TableAccess, type WriteAction, getItem, getItems, queryItems } from './table-access.ts';

/** The run that took a lane last. `mark` identifies this one write. */
const takenSchema = z.object({ runId: z.string(), mark: z.string() });
type Taken = z.infer<typeof takenSchema>;

export async function takeLane(access: TableAccess, runId: string, at: string): Promise<InLane> {
  const event = { type: 'laneTaken', at } as const;
  let blockedBy: string | undefined;
  const { now } = await move(access, async () => {
    const before = found(await readRun(access, runId), runId);
    const { lane } = before;
    blockedBy = undefined;
    if (lane === undefined || !waitsForLane(before))
      return stepOfRun(access, { before, next: before, event });
    const last = await readTaken(access, lane);
    blockedBy = (await blockerOf(access, { run: before, lane, last }, at))?.runId;
    const mayTake = blockedBy === undefined && !isQuiet(before, at);
    const next = mayTake ? nextRun(before, event) : undefined;
    const alongside = [putTaken(access, lane, { runId, last })];
    return stepOfRun(access, { before, next, event, alongside });
  });
  return { run: now, ...(blockedBy !== undefined && { blockedBy }) };
}

export async function nextInLane(access: TableAccess, lane: string, at: string): Promise<Run | undefined> {
  const last = await readTaken(access, lane);
  if (last && (await holderOf(access, last, at))) return undefined;
  return firstWaiting(access, lane);
}

/** The run that a waiting run has to wait for. */
async function blockerOf(
  access: TableAccess,
  { run, lane, last }: { readonly run: Run; readonly lane: string; readonly last: Taken | undefined },
  at: string,
): Promise<Run | undefined> {
  const isOther = last !== undefined && last.runId !== run.runId;
  const holder = isOther ? await holderOf(access, last, at) : undefined;
  return holder ?? firstWaiting(access, lane, placeInLane(run));
}

async function holderOf(access: TableAccess, { runId }: Taken, at: string): Promise<Run | undefined> {
  const run = await readRun(access, runId);
  return run && needsLane(run, at) ? run : undefined;
}

/**
 * The first run that waits for the lane; with `before`, the first one ahead of that place. The index may lag behind, so each run
 * that it lists is read strongly.
 */
async function firstWaiting(access: TableAccess, lane: string, before?: string): Promise<Run | undefined> {
  const query = {
    IndexName: ledgerTable.index.name,
    KeyConditionExpression: `gsi1pk = :lane${before === undefined ? '' : ' AND gsi1sk < :before'}`,
    ExpressionAttributeValues: {
      ':lane': waitingIn(lane),
      ...(before !== undefined && { ':before': before }),
    },
    Limit: 10,
  };
  for await (const item of queryItems(access, query)) {
    const [found] = await getItems(access, [runKey(String(item['runId']))]);
    // A run that cannot be read is skipped, so that the others go on. It takes its turn once it can be read.
    const run = found && readable(access, itemSchemas.run, found);
    if (run && run.lane === lane && waitsForLane(run)) return run;
  }
  return undefined;
}

async function readTaken(access: TableAccess, lane: string): Promise<Taken | undefined> {
  const item = await getItem(access, laneKey(lane));
  return item && readItem(takenSchema, item);
}

/** Replaces the write that was read. If any run has taken the lane since, even the same one, this fails. */
function putTaken(
  { table, newId }: TableAccess,
  lane: string,
  { runId, last }: { readonly runId: string; readonly last: Taken | undefined },
): WriteAction {
  const item = { ...laneKey(lane), runId, mark: newId() };
  return last === undefined ? putNew(table, item) : putInstead(table, item, ['mark', last.mark]);
}
