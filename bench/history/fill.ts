import { createMemoryLedger, dayOf } from '@sluice/ledger';
// The shape of an item is the adapter's own affair; here its very items are written, by a shorter way.
import { eventItem, openItem, runItem, submissionItem } from '../../packages/ledger/src/dynamodb/items.ts';
import { changedKey, monthKey, monthOf } from '../../packages/ledger/src/dynamodb/keys.ts';
import type { Item } from '../../packages/ledger/src/dynamodb/table-access.ts';
import { story, tell, type Story } from './stories.ts';

/**
 * The items of a ledger of so many runs: each run goes through a ledger in memory, and its items are those of DynamoDB.
 * Batches, and the events by which no run is found, are left out: they are in no index, and neither a page nor a seal reads them.
 */
export async function* itemsOfRuns(size: number): AsyncGenerator<Item> {
  const months = new Set<string>();
  for (let n = 0; n < size; n += 1) {
    const one = story(n, size);
    months.add(monthOf(one.at.toISOString()));
    yield* await itemsOf(one);
  }
  for (const month of months) yield { ...monthKey(month) };
}

/** What a page or a seal may read of a run. */
export async function itemsOf(one: Story): Promise<Item[]> {
  const { runId, at } = one;
  const ledger = createMemoryLedger({ now: () => at });
  await tell(ledger, one);
  const run = await ledger.run(runId);
  if (!run) throw new Error(`There is no run ${runId} after its story.`);
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
