import { usdOf } from '../../packages/ledger/src/views/prices.ts';
import { countedRun, type CountedRun } from '../../test/cost/counted-run.ts';
import type { Bench, Running } from '../bench.ts';
import { count } from '../table.ts';
import { costTable } from './cost-table.ts';
import { kindsOfFlow } from './flow-kinds.ts';
import { kindsTable } from './kinds.ts';
import { kindsOfService } from './service-kinds.ts';

/** The most that a run may state too much or too little. */
const mostWrong = 0.05;

export const cost: Bench = {
  what: 'what AWS would charge for the flow, and whether usage.usd states it',
  options: { rows: '1000,200000' },
  parts: ['runs', 'kinds'],
  run: async (running) => {
    if (running.options.isSelected('runs')) await costOfRuns(running);
    if (running.options.isSelected('kinds')) await requestsByKind(running);
  },
};

/** Each kind of request of the smallest run, of the flow and of the service. */
async function requestsByKind({ options, folder, show }: Running): Promise<void> {
  const [rows = 0] = options.sizes('rows');
  const { kinds, ...asked } = await kindsOfFlow(rows);
  const service = await kindsOfService({ ...asked, folder });
  show(kindsTable(rows, { 'the flow': kinds, 'the service': service }));
}

async function costOfRuns({ options, say, show }: Running): Promise<void> {
  const all: (CountedRun & { readonly rows: number })[] = [];
  for (const rows of options.sizes('rows')) {
    say(`Counting a run of ${count(rows)} rows.`);
    all.push({ rows, ...(await countedRun(rows)) });
  }
  show(
    costTable(
      all,
      'Counted in the simulated world of test/cost: the real functions and adapters over the AWS SDK, with servers in memory that count units as AWS bills them; four imports at a time, 3.6 ms a record.',
    ),
  );
  const megabytes = (bytes: number, rows: number) => `${count(bytes / rows)} MB`;
  show({
    title: 'What a run leaves in buckets, for a million rows',
    head: ['rows', 'the drop', 'batches, outcomes and result sheet'],
    rows: all.map(({ rows, stored: { drops, files } }) => [
      count(rows),
      megabytes(drops, rows),
      megabytes(files, rows),
    ]),
  });
  for (const { rows, usage, counted } of all)
    if (Math.abs(usage.usd / usdOf(counted) - 1) > mostWrong)
      throw new Error(`usage.usd of ${count(rows)} rows is not within 5 % of what was counted.`);
}
