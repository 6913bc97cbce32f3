import { globSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Addresses } from '@sluice/demo/addresses';
import { z } from 'zod';
import { dropClients } from '../../test/local-run/drop-clients.ts';
import { startLocal, type LocalSystem } from '../../test/local-run/local-system.ts';
import { countPeople, lookAtRun, mailsAbout } from '../../test/local-run/look.ts';
import { processorMsOf } from '../../test/local-run/process-tree.ts';
import type { Bench, Running } from '../bench.ts';
import { byTurns, median } from '../rounds.ts';
import { count, seconds, short, times } from '../table.ts';
import { batchesOf, importByHand } from './by-hand.ts';

/** The main job: beside a loop written by hand, and at several sizes. */
export const flow: Bench = {
  what: 'the flow from the drop to its mail: beside a loop written by hand, and what a row costs at several sizes',
  options: { rows: '10000,200000', rounds: '3' },
  parts: ['beside', 'growth'],
  run: async (running) => {
    if (running.options.isSelected('beside')) await besideLoop(running);
    if (running.options.isSelected('growth')) await growth(running);
  },
};

interface Start {
  readonly folder: string;
  readonly rows: number;
  /** A module that Node loads before the system. */
  readonly preload?: string;
}

async function inSystem<T>(
  { folder, rows, preload }: Start,
  run: (local: LocalSystem) => Promise<T>,
): Promise<T> {
  await mkdir(folder);
  const local = await startLocal(folder, preload);
  try {
    // Threads start with their first events.
    await dropAndWait(local.addresses, 'warm', Math.min(rows, 1500));
    return await run(local);
  } finally {
    await local.release();
  }
}

/** Drops a sheet of new clients and waits for its mail, the last thing that a run does. */
async function dropAndWait(addresses: Addresses, mark: string, rows: number): Promise<void> {
  const { runId, fileName } = await dropClients(addresses, mark, rows);
  // Of all requests, one to the mailbox costs the system least.
  while ((await mailsAbout(addresses, fileName)) === 0) await pause(100);
  const run = await lookAtRun(addresses, runId);
  if (run?.status !== 'succeeded') throw new Error(`The run ended ${run?.status}: ${run?.reason ?? ''}`);
}

interface Taken {
  readonly ms: number;
  readonly processorMs: number;
}

/** The processor time is that of the whole system, service and database included. */
async function measured({ child: { pid = 0 } }: LocalSystem, run: () => Promise<void>): Promise<Taken> {
  const [begun, before] = [Date.now(), processorMsOf(pid)];
  await run();
  return { ms: Date.now() - begun, processorMs: processorMsOf(pid) - before };
}

/** The flow and the loop take turns on one running system, with new addresses each time. */
async function besideLoop({ options, folder, show }: Running): Promise<void> {
  const [rows = 0] = options.sizes('rows');
  const rounds = options.whole('rounds');
  const [flows = [], loops = []] = await inSystem({ folder: join(folder, 'beside'), rows }, async (local) => {
    let turn = 0;
    const byFlow = () => measured(local, () => dropAndWait(local.addresses, `flow-${(turn += 1)}`, rows));
    const byLoop = async (): Promise<Taken> => {
      const batches = await batchesOf(rows, `loop-${(turn += 1)}`);
      const own = process.cpuUsage();
      const { ms, processorMs } = await measured(local, () => importByHand(local.addresses, batches));
      // The loop runs in this process, beside the system.
      const { user, system } = process.cpuUsage(own);
      return { ms, processorMs: processorMs + (user + system) / 1000 };
    };
    return byTurns(rounds, [byFlow, byLoop]);
  });
  const medianOf = (all: readonly Taken[], key: keyof Taken) => median(all.map((taken) => taken[key]));
  const ratio = (all: readonly Taken[], key: keyof Taken) =>
    times(median(all.map((taken, at) => taken[key] / (loops[at]?.[key] ?? Number.NaN))));
  const line = (name: string, all: readonly Taken[]): string[] => [
    name,
    seconds(medianOf(all, 'ms')),
    count((rows * 1000) / medianOf(all, 'ms')),
    ratio(all, 'ms'),
    seconds(medianOf(all, 'processorMs')),
    ratio(all, 'processorMs'),
  ];
  show({
    title: `The flow beside a loop written by hand: ${count(rows)} new clients`,
    head: ['', 'end to end', 'rows a second', 'to the loop', 'processor time', 'to the loop'],
    rows: [line('the flow', flows), line('the loop', loops)],
    notes: [
      `Medians of ${rounds} rounds by turns on one running system, new addresses each time; each ratio is the median of the ratios of the rounds.`,
      'The loop has read the file before and knows the batches; it makes a dry run of each, then an import of each, as many at once as the flow, and stores nothing: no ledger, result sheet or mail.',
      'The flow ends with its mail. Processor time: of the whole system, service and database included.',
    ],
  });
}

const places = { service: 'service', DynamoDB: 'DYNAMODB', S3: 'S3' } as const;

/** The same flow at several sizes, each in an empty system. The cost of a row must not grow with the number of rows. */
async function growth({ options, folder, say, show }: Running): Promise<void> {
  const sizes: number[][] = [];
  const all = options.sizes('rows');
  for (const rows of all) {
    say(`Dropping ${count(rows)} rows.`);
    const home = join(folder, `rows-${rows}`);
    const preload = new URL('count-requests.ts', import.meta.url).href;
    const figures = await inSystem({ folder: home, rows, preload }, (local) => costs(local, home, rows));
    sizes.push(figures.map((figure) => (figure * 1000) / rows));
  }
  const [first = [], last = []] = [sizes[0], sizes.at(-1)];
  const rows = sizes.map(([ms = 0, processorMs = 0, ...requests], at) => [
    count(all[at] ?? 0),
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

/** Time, processor time and requests by place. */
async function costs(local: LocalSystem, home: string, rows: number): Promise<number[]> {
  const before = await requestsSoFar(home);
  const { ms, processorMs } = await measured(local, () => dropAndWait(local.addresses, 'sheet', rows));
  const after = await requestsSoFar(home);
  const { found, doubled } = await countPeople(local.addresses, 'sheet');
  if (found !== rows || doubled > 0)
    throw new Error(`Found ${found} of ${rows} people, ${doubled} of them twice.`);
  return [ms, processorMs, ...after.map((requests, at) => requests - (before[at] ?? 0))];
}

const countsSchema = z.record(z.string(), z.int());

/** Waits first, because the counts are written only twice a second. */
async function requestsSoFar(home: string): Promise<number[]> {
  await pause(1200);
  const files = globSync(join(home, 'requests', '*.json'));
  const counts = files.map((file) => countsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  return Object.values(places).map((place) => counts.reduce((sum, each) => sum + (each[place] ?? 0), 0));
}
