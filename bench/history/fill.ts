import { dayOf } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
// The shape of an item belongs to the adapter; here its items are written in a faster way.
import { eventItem, importItem, openItem, runItem } from '../../packages/ledger/src/dynamodb/items.ts';
import { subjectOf } from '../../packages/ledger/src/history/beginnings.ts';
import { changedKey, monthKey, monthOf } from '../../packages/ledger/src/dynamodb/keys.ts';
import { lineOf, submissionItem } from '../../packages/ledger/src/dynamodb/submission-items.ts';
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
  const events = await ledger.events(runId);
  const { startedAt } = run;
  const ofRun = events.filter(({ subject }) => subject === 'run');
  const lines = ofRun.map((event) => eventItem(event, { mark: 'bench', startedAt }));
  const submissions = (await ledger.submissions(runId)).map((one): Item => {
    const ofOne = events.filter(({ subject }) => subject === subjectOf(one));
    return submissionItem(
      one,
      ofOne.map((event) => lineOf(event, 'bench')),
    );
  });
  const items: Item[] = [runItem(run), openItem(run), { ...changedKey(runId, dayOf(at.toISOString())) }];
  const imports = events.map(importItem).filter((item) => item !== undefined);
  return items.concat(
    submissions,
    imports,
    lines.filter((item) => 'gsi1pk' in item),
  );
}
