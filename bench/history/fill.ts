import { createMemoryLedger, dayOf } from '@sluice/ledger';
// The shape of an item belongs to the adapter; here its items are written in a faster way.
import { eventItem, openItem, runItem, submissionItem } from '../../packages/ledger/src/dynamodb/items.ts';
import { changedKey, monthKey, monthOf } from '../../packages/ledger/src/dynamodb/keys.ts';
import type { Item } from '../../packages/ledger/src/dynamodb/table-access.ts';
import { benchRun, writeRun, type BenchRun } from './bench-runs.ts';

/**
 * The items of a ledger with this many runs. Each run is written to a ledger in memory and then turned into DynamoDB items.
 * Batches and events without an index entry are left out, because neither a page nor a seal reads them.
 */
export async function* itemsOfRuns(size: number): AsyncGenerator<Item> {
  const months = new Set<string>();
  for (let n = 0; n < size; n += 1) {
    const one = benchRun(n, size);
    months.add(monthOf(one.at.toISOString()));
    yield* await itemsOf(one);
  }
  for (const month of months) yield { ...monthKey(month) };
}

/** The items of a run that a page or a seal may read. */
export async function itemsOf(one: BenchRun): Promise<Item[]> {
  const { runId, at } = one;
  const ledger = createMemoryLedger({ now: () => at });
  await writeRun(ledger, one);
  const run = await ledger.run(runId);
  if (!run) throw new Error(`The run ${runId} was not written.`);
  const lines = (await ledger.events(runId)).map((event) =>
    eventItem(event, { mark: 'bench', ...(event.subject === 'run' && { startedAt: run.startedAt }) }),
  );
  return [
    runItem(run),
    openItem(run),
    { ...changedKey(runId, dayOf(at.toISOString())) },
    ...(await ledger.submissions(runId)).map(submissionItem),
    ...lines.filter((item) => 'gsi1pk' in item),
  ];
}
