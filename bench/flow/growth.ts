import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { countPeople } from '../../test/local-run/look.ts';
import { startLocal } from '../../test/local-run/local-system.ts';
import type { Running } from '../bench.ts';
import { count, seconds, short, times } from '../figures.ts';
import type { Table } from '../table.ts';
import { dropAndWait } from './one-drop.ts';
import { processorMsOf, watchMemory } from '../../test/local-run/process-tree.ts';
import { countingModule, requestsSoFar, since, type Requests } from './requests.ts';

interface Size {
  readonly rows: number;
  readonly ms: number;
  readonly processorMs: number;
  readonly requests: Requests;
  readonly peakMb: number;
  readonly found: number;
  readonly doubled: number;
}

/** The same flow at several sizes: what a row costs must not grow with the rows. */
export async function growth(sizes: readonly number[], running: Running): Promise<void> {
  const measured: Size[] = [];
  for (const rows of sizes) {
    const size = await atSize(rows, running);
    running.say(`${count(rows)} rows: ${seconds(size.ms)}.`);
    measured.push(size);
  }
  running.show(tableOf(measured));
}

/** Each in an empty system, so that what it holds is the same when a size begins. */
async function atSize(rows: number, { folder }: Running): Promise<Size> {
  const home = join(folder, `rows-${rows}`);
  await mkdir(home);
  const local = await startLocal(home, countingModule);
  const pid = local.child.pid ?? 0;
  const memory = watchMemory(() => pid);
  try {
    await dropAndWait(local.addresses, 'warm', Math.min(rows, 1500));
    memory.peak();
    const [before, processorBefore] = [await settledRequests(home), processorMsOf(pid)];
    const { ms } = await dropAndWait(local.addresses, 'sheet', rows);
    const processorMs = processorMsOf(pid) - processorBefore;
    const peakMb = memory.peak();
    const requests = since(before, await settledRequests(home));
    const people = await countPeople(local.addresses, 'sheet');
    return { rows, ms, processorMs, requests, peakMb, ...people };
  } finally {
    memory.stop();
    await local.release();
  }
}

/** They are written down twice a second. */
async function settledRequests(home: string): Promise<Requests> {
  await pause(1200);
  return requestsSoFar(home);
}

function tableOf(sizes: readonly Size[]): Table {
  const perThousand = (total: number, { rows }: Size): number => (total / rows) * 1000;
  const figures = (size: Size): number[] => [
    perThousand(size.ms, size),
    perThousand(size.processorMs, size),
    perThousand(size.requests.service, size),
    perThousand(size.requests.dynamodb, size),
    perThousand(size.requests.s3, size),
    perThousand(size.requests.sqs, size),
  ];
  const shown = (size: Size): string[] => {
    const [ms = 0, processorMs = 0, ...requests] = figures(size);
    return [seconds(ms), seconds(processorMs), ...requests.map(short)];
  };
  const rows = sizes.map((size) => [
    count(size.rows),
    seconds(size.ms),
    ...shown(size),
    `${count(size.peakMb)} MB`,
    count(size.found),
    count(size.doubled),
  ]);
  const [first, last] = [sizes[0], sizes.at(-1)];
  const grown =
    first === undefined || last === undefined || first === last
      ? []
      : [
          [
            'growth',
            '',
            ...figures(last).map((figure, at) => times(figure / (figures(first)[at] ?? Number.NaN))),
            '',
            '',
            '',
          ],
        ];
  return {
    title: 'The flow at several sizes, for each 1,000 rows',
    head: [
      'rows',
      'end to end',
      'time',
      'processor',
      'service',
      'DynamoDB',
      'S3',
      'SQS',
      'peak memory',
      'found',
      'doubled',
    ],
    rows: [...rows, ...grown],
    notes: [
      'From the drop to the mail, in a system that was empty but for a small drop to warm it up. Requests: those that the functions of the flow make; the service’s own are not among them, nor those by which AWS polls the queues.',
      'Memory: of the whole machine under `sluice local`, database and service included.',
    ],
  };
}
