import { join } from 'node:path';
import type { Bench, Running } from '../bench.ts';
import { byTurns, median } from '../rounds.ts';
import { count, seconds, times } from '../table.ts';
import { batchesOf, importByHand } from './by-hand.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { mixed } from './mixed.ts';
import { dropAndWait, endOf, inSystem, measured, type Taken } from './in-system.ts';

/** The main job: beside a loop written by hand, and at several sizes. */
export const flow: Bench = {
  what: 'the flow from the drop to its mail: beside a loop written by hand, what a row costs at several sizes, and mixed rows',
  options: { rows: '10000,200000', rounds: '3' },
  parts: ['beside', 'growth', 'memory', 'mixed'],
  run: async (running) => {
    if (running.options.isSelected('beside')) await besideLoop(running);
    if (running.options.isSelected('growth')) await growth(running);
    if (running.options.isSelected('memory')) await memory(running);
    if (running.options.isSelected('mixed')) await mixed(running);
  },
};

/** The flow and the loop take turns on one running system, with new addresses each time. */
async function besideLoop({ options, folder, show }: Running): Promise<void> {
  const [rows = 0] = options.sizes('rows');
  const rounds = options.whole('rounds');
  const [flows = [], loops = []] = await inSystem({ folder: join(folder, 'beside'), rows }, async (local) => {
    let turn = 0;
    const byFlow = () =>
      measured(local, async () =>
        endOf(local.addresses, await dropAndWait(local.addresses, `flow-${(turn += 1)}`, rows)),
      );
    const byLoop = async (): Promise<Taken> => {
      const batches = await batchesOf(rows, `loop-${(turn += 1)}`);
      const own = process.cpuUsage();
      const { ms, processorMs } = await measured(local, () => importByHand(local.addresses, batches));
      // The loop runs in this process, beside the system.
      const { user, system } = process.cpuUsage(own);
      return { ms, processorMs: processorMs + (user + system) / 1000, answer: undefined };
    };
    return byTurns(rounds, [byFlow, byLoop]);
  });
  const medianOf = (all: readonly Taken[], key: 'ms' | 'processorMs') =>
    median(all.map((taken) => taken[key]));
  const ratio = (all: readonly Taken[], key: 'ms' | 'processorMs') =>
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
