import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startLocal } from '../../test/local-run/local-system.ts';
import type { Running } from '../bench.ts';
import { count, median, seconds, times } from '../figures.ts';
import { batchesOf, importByHand } from './by-hand.ts';
import { dropAndWait } from './one-drop.ts';
import { processorMsOf } from '../../test/local-run/process-tree.ts';

interface Sizes {
  readonly rows: number;
  readonly rounds: number;
}

/** One turn of both, on addresses that nobody has had before. */
interface Round {
  readonly flowMs: number;
  readonly flowWrittenMs: number;
  readonly flowProcessorMs: number;
  readonly loopMs: number;
  readonly loopProcessorMs: number;
  readonly loopRequests: number;
}

/** The flow beside a loop written by hand, by turns on the same running system. */
export async function besideLoop({ rows, rounds }: Sizes, { folder, say, show }: Running): Promise<void> {
  const home = join(folder, 'beside');
  await mkdir(home);
  const local = await startLocal(home);
  const pid = local.child.pid ?? 0;
  try {
    const rest = { addresses: local.addresses, pid, rows };
    // Both once without being measured: threads start with the first events that they get.
    await oneRound('warm', { ...rest, rows: Math.min(rows, 1500) });
    const all: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const one = await oneRound(`round${round}`, { ...rest, flowFirst: round % 2 === 1 });
      all.push(one);
      say(`Round ${round}: the flow ${seconds(one.flowMs)}, the loop ${seconds(one.loopMs)}.`);
    }
    show(tableOf({ rows, rounds }, all));
  } finally {
    await local.release();
  }
}

interface Turn {
  readonly addresses: Parameters<typeof dropAndWait>[0];
  readonly pid: number;
  readonly rows: number;
  readonly flowFirst?: boolean;
}

async function oneRound(name: string, { addresses, pid, rows, flowFirst = true }: Turn): Promise<Round> {
  const batches = await batchesOf(rows, `${name}-loop`);
  const flow = () => timed(pid, () => dropAndWait(addresses, `${name}-flow`, rows));
  const loop = () => timed(pid, () => importByHand(addresses, batches));
  const before = flowFirst ? await flow() : undefined;
  const byHand = await loop();
  const { answer, processorMs } = before ?? (await flow());
  return {
    flowMs: answer.ms,
    flowWrittenMs: answer.writtenMs,
    flowProcessorMs: processorMs,
    loopMs: byHand.ms,
    // The loop runs in this process, beside the system.
    loopProcessorMs: byHand.processorMs + byHand.ownMs,
    loopRequests: byHand.answer.requests,
  };
}

async function timed<T>(pid: number, run: () => Promise<T>) {
  const [begun, before, own] = [Date.now(), processorMsOf(pid), process.cpuUsage()];
  const answer = await run();
  const ms = Date.now() - begun;
  const { user, system } = process.cpuUsage(own);
  return { answer, ms, processorMs: processorMsOf(pid) - before, ownMs: (user + system) / 1000 };
}

function tableOf({ rows, rounds }: Sizes, all: readonly Round[]) {
  const of = (key: keyof Round) => median(all.map((round) => round[key]));
  const ratio = median(all.map(({ flowMs, loopMs }) => flowMs / loopMs));
  const processor = median(all.map((round) => round.flowProcessorMs / round.loopProcessorMs));
  return {
    title: `The flow beside a loop written by hand: ${count(rows)} new clients`,
    head: ['', 'end to end', 'to the last record', 'rows a second', 'processor time', 'to the loop'],
    rows: [
      [
        'the flow',
        seconds(of('flowMs')),
        seconds(of('flowWrittenMs')),
        count(Math.round((rows * 1000) / of('flowMs'))),
        seconds(of('flowProcessorMs')),
        `${times(ratio)}, processor ${times(processor)}`,
      ],
      [
        'the loop',
        seconds(of('loopMs')),
        seconds(of('loopMs')),
        count(Math.round((rows * 1000) / of('loopMs'))),
        seconds(of('loopProcessorMs')),
        '',
      ],
    ],
    notes: [
      `Medians of ${rounds} rounds by turns on one running system, new addresses each time; the ratio is the median of the rounds' own.`,
      'The loop has read the file before and knows the batches; it makes a dry run of each, then an import of each, as many at once as the flow, and keeps nothing: no ledger, result sheet or mail.',
      'The flow ends with its mail. Processor time: of the whole system, service and database included.',
    ],
  };
}
