import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocal, type LocalSystem } from '../../test/local-run/local-system.ts';
import { processorMsOf, residentMbOf } from '../../test/local-run/process-tree.ts';
import type { Running } from '../bench.ts';
import { count, seconds } from '../table.ts';
import { dropAndWait, endOf } from './in-system.ts';

/** What the system holds in memory, at work and idle, and how long it takes to start with data of earlier runs. */
export async function memory({ options, folder, show }: Running): Promise<void> {
  const [rows = 0] = options.sizes('rows');
  const idleSeconds = options.whole('idle');
  const home = join(folder, 'memory');
  await mkdir(home);
  const lines: string[][] = [];
  const note = (when: string, { child: { pid = 0 } }: LocalSystem): number =>
    lines.push([when, `${count(residentMbOf(pid))} MB`]);

  const first = await startLocal(home);
  note('ready for the first time', first);
  for (const some of [300, rows]) {
    const { runId } = await dropAndWait(first.addresses, `memory-${some}`, some);
    await endOf(first.addresses, runId);
    note(`after ${count(some)} rows`, first);
  }
  await pause(idleSeconds * 1000);
  note(`${idleSeconds} seconds later`, first);
  await first.release();

  const begun = Date.now();
  const second = await startLocal(home);
  const ms = Date.now() - begun;
  const processorMs = processorMsOf(second.child.pid ?? 0);
  note('started again', second);
  await pause(idleSeconds * 1000);
  note(`${idleSeconds} seconds later`, second);
  await second.release();
  show({
    title: `What the system holds in memory: ${count(rows)} new clients`,
    head: ['when', 'memory'],
    rows: lines,
    notes: [
      `All processes; what they share is counted once. It was ready again in ${seconds(ms)}, with ${seconds(processorMs)} of processor time.`,
    ],
  });
}
