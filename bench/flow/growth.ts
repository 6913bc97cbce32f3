import { join } from 'node:path';
import type { RunView } from '@sluice/ledger';
import type { Requests } from '../../packages/ledger/src/views/prices.ts';
import type { LocalSystem } from '../../test/local-run/local-system.ts';
import { countPeople } from '../../test/local-run/look.ts';
import type { Running } from '../bench.ts';
import { costTable } from '../cost/cost-table.ts';
import { count, seconds, short, times } from '../table.ts';
import { dropAndWait, endOf, inSystem, measured } from './in-system.ts';
import { countsBetween, countsSoFar, requestsOf, requestsTo } from './requests.ts';

const places = { service: 'service', DynamoDB: 'DYNAMODB', S3: 'S3' } as const;

interface Counted {
  readonly rows: number;
  readonly ms: number;
  readonly processorMs: number;
  /** By place. */
  readonly requests: readonly number[];
  readonly billed: Requests;
  readonly run: RunView;
}

/** The same flow at several sizes, each in an empty system. The cost of a row must not grow with the number of rows. */
export async function growth({ options, folder, say, show }: Running): Promise<void> {
  const all: Counted[] = [];
  for (const rows of options.sizes('rows')) {
    say(`Dropping ${count(rows)} rows.`);
    const home = join(folder, `rows-${rows}`);
    const preload = new URL('count-requests.ts', import.meta.url).href;
    all.push(await inSystem({ folder: home, rows, preload }, (local) => counted(local, home, rows)));
  }
  showGrowth(all, show);
  const costs = all.map(({ rows, billed, run }) => ({ rows, counted: billed, usage: run.usage }));
  show(
    costTable(costs, 'Counted at the servers of the local system, with the units that its database reports.'),
  );
}

function showGrowth(all: readonly Counted[], show: Running['show']): void {
  const sizes = all.map(({ rows, ms, processorMs, requests }) =>
    [ms, processorMs, ...requests].map((figure) => (figure * 1000) / rows),
  );
  const [first = [], last = []] = [sizes[0], sizes.at(-1)];
  const rows = sizes.map(([ms = 0, processorMs = 0, ...requests], at) => [
    count(all[at]?.rows ?? 0),
    seconds(ms),
    seconds(processorMs),
    ...requests.map(short),
  ]);
  show({
    title: 'The flow at several sizes, for each 1,000 rows',
    head: ['rows', 'time', 'processor', ...Object.keys(places)],
    rows: [...rows, ['growth', ...last.map((figure, at) => times(figure / (first[at] ?? Number.NaN)))]],
    notes: [
      'From the drop to the mail, in a system that was empty except for a small drop to warm it up. Afterwards every person was found exactly once. Requests: those that the functions of the flow send, without those of the service and of the pollers of the queues.',
    ],
  });
}

async function counted(local: LocalSystem, home: string, rows: number): Promise<Counted> {
  const before = await countsSoFar(home);
  const { ms, processorMs, answer } = await measured(local, () =>
    dropAndWait(local.addresses, 'sheet', rows),
  );
  const counts = countsBetween(before, await countsSoFar(home));
  const run = await endOf(local.addresses, answer.runId);
  const { found, doubled } = await countPeople(local.addresses, 'sheet');
  if (found !== rows || doubled > 0)
    throw new Error(`Found ${found} of ${rows} people, ${doubled} of them twice.`);
  const requests = Object.values(places).map((place) => requestsTo(place, counts));
  return { rows, ms, processorMs, requests, billed: requestsOf(counts, { rows, sent: 2 * rows }), run };
}
