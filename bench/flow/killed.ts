import { setTimeout as pause } from 'node:timers/promises';
import type { Addresses } from '@sluice/demo/addresses';
import { dropClients } from '../../test/local-run/drop-clients.ts';
import { startLocal } from '../../test/local-run/local-system.ts';
import { countPeople, lookAtRun, mailsAbout } from '../../test/local-run/look.ts';
import type { Running } from '../bench.ts';
import { count, seconds } from '../figures.ts';

/** The whole system is killed with SIGKILL once, half way, and started again on the same data. */
export async function killedHalfWay(rows: number, { folder, say, show }: Running): Promise<void> {
  let local = await startLocal(folder);
  const begun = Date.now();
  const { runId, fileName } = await dropClients(local.addresses, 'killed', rows);
  await untilHalfWay(local.addresses, runId, rows);
  await local.release();
  say(`Killed after ${seconds(Date.now() - begun)}.`);
  local = await startLocal(folder);
  while ((await mailsAbout(local.addresses, fileName)) === 0) await pause(250);
  const elapsed = Date.now() - begun;
  const run = await lookAtRun(local.addresses, runId);
  const { found, doubled } = await countPeople(local.addresses, 'killed');
  await local.release();
  say(`Ended ${run?.status}: ${JSON.stringify(run?.counts)}.`);
  show({
    title: `A sheet of ${count(rows)} clients, the system killed half way`,
    head: ['ready again in', 'end to end', 'rows a second', 'found', 'doubled'],
    rows: [
      [
        seconds(local.readyAfter),
        seconds(elapsed),
        count(Math.round((rows * 1000) / elapsed)),
        count(found),
        count(doubled),
      ],
    ],
  });
}

async function untilHalfWay(addresses: Addresses, runId: string, rows: number): Promise<void> {
  for (;;) {
    const run = await lookAtRun(addresses, runId);
    if ((run?.counts.created ?? 0) > rows / 4 || run?.status === 'succeeded') return;
    await pause(100);
  }
}
