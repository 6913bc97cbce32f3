import * as z from 'zod';
import { asideOf, isQuiet, standOf, waitsForLane } from '../run/lanes.ts';
import { mayAskAgain, nextInLane, turnOf, type Asked, type LaneReads, type Turn } from '../lane/turn.ts';
import type { InLane } from '../port/ledger.ts';
import type { Run } from '../model/run.ts';
import { found } from '../refusals.ts';
import { nextRun } from '../run/transitions.ts';
import { itemSchemas, putInstead, putNew, readItem } from './items.ts';
import { kinds, laneKey, ledgerTable, partitionOf, runKey } from './keys.ts';
import { readLanded } from './landed.ts';
import { move, stepOfRun } from './moves.ts';
import { readRun, readable } from './reads.ts';
import { eventsIn } from './submission-items.ts';
import { type TableAccess, type WriteAction, getItem, getItems, queryItems } from './table-access.ts';

/** The run that took a lane last. `mark` identifies this one write. */
const takenSchema = z.object({ runId: z.string(), mark: z.string() });
type Taken = z.infer<typeof takenSchema>;

export async function takeLane(access: TableAccess, runId: string, asked: Asked): Promise<InLane> {
  const { at } = asked;
  let turn: Turn | undefined;
  const { now } = await move(access, async () => {
    const before = found(await readRun(access, runId), runId);
    const { lane } = before;
    turn = undefined;
    const event = { type: 'laneTaken', at } as const;
    if (lane === undefined || !waitsForLane(before))
      return stepOfRun(access, { before, next: before, event });
    const last = await readTaken(access, lane);
    turn = await turnOf(before, asked, laneReads(access, last));
    if (turn.kind !== 'mayTake' || isQuiet(before, at))
      return stepOfRun(access, { before, next: undefined, event });
    const { kind: _, ...facts } = turn;
    const taken = { ...event, ...facts };
    const alongside = [putTaken(access, lane, { runId, last })];
    return stepOfRun(access, { before, next: nextRun(before, taken), event: taken, alongside });
  });
  return { run: now, turn };
}

export async function whoIsNext(access: TableAccess, lane: string, at: string): Promise<Run[]> {
  return nextInLane(lane, at, laneReads(access, await readTaken(access, lane)));
}

export async function standingAside(access: TableAccess, runId: string): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const run of standing(access, asideOf(runId))) runs.push(run);
  return runs;
}

export async function mayAskForLane(access: TableAccess, run: Run, at: string): Promise<boolean> {
  const last = run.lane === undefined ? undefined : await readTaken(access, run.lane);
  return mayAskAgain(run, at, laneReads(access, last));
}

/** `last` was read first, since the lane is taken on the mark of it. */
function laneReads(access: TableAccess, last: Taken | undefined): LaneReads {
  return {
    run: (runId) => readRun(access, runId),
    takenBy: async () => last && readRun(access, last.runId),
    standing: (list, before) => standing(access, list, before),
    landed: (place) => readLanded(access, place),
    readUntil: ({ runId, startedAt }) => plannedUntil(access, runId, startedAt),
  };
}

/** The index may lag behind, so each run that it lists is read strongly. */
async function* standing(access: TableAccess, list: string, before?: string): AsyncGenerator<Run> {
  const query = {
    IndexName: ledgerTable.index.name,
    KeyConditionExpression: `gsi1pk = :list${before === undefined ? '' : ' AND gsi1sk < :before'}`,
    ExpressionAttributeValues: { ':list': list, ...(before !== undefined && { ':before': before }) },
    Limit: 10,
  };
  for await (const item of queryItems(access, query)) {
    const [found] = await getItems(access, [runKey(String(item['runId']))]);
    // A run that cannot be read is skipped, so that the others go on. It takes its turn once it can be read.
    const run = found && readable(access, itemSchemas.run, found);
    if (run && standOf(run)?.list === list) yield run;
  }
}

/** When the last batch of the run was planned. */
async function plannedUntil(access: TableAccess, runId: string, startedAt: string): Promise<string> {
  const query = {
    KeyConditionExpression: 'pk = :run AND begins_with(sk, :kind)',
    ExpressionAttributeValues: { ':run': partitionOf(runId), ':kind': kinds.submission },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: 1,
  };
  for await (const item of queryItems(access, query))
    return eventsIn(item, { pk: partitionOf(runId), sk: String(item['sk']) })[0]?.event?.at ?? startedAt;
  return startedAt;
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
