import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '@sluice/ledger';
import type { Addresses } from '@sluice/demo/addresses';
import { dropClients, type Dropped } from '../../test/local-run/drop-clients.ts';
import { startLocal, type LocalSystem } from '../../test/local-run/local-system.ts';
import { lookAtRun, mailsAbout } from '../../test/local-run/look.ts';
import { processorMsOf } from '../../test/local-run/process-tree.ts';

interface Start {
  readonly folder: string;
  readonly rows: number;
  /** A module that Node loads before the system. */
  readonly preload?: string;
}

export async function inSystem<T>(
  { folder, rows, preload }: Start,
  run: (local: LocalSystem) => Promise<T>,
): Promise<T> {
  await mkdir(folder);
  const local = await startLocal(folder, { preload, easy: true });
  try {
    // Threads start with their first events.
    const { runId } = await dropAndWait(local.addresses, 'warm', Math.min(rows, 1500));
    await endOf(local.addresses, runId);
    return await run(local);
  } finally {
    await local.release();
  }
}

/** Drops a sheet of new clients and waits for its mail, the last thing that a run does. */
export async function dropAndWait(addresses: Addresses, mark: string, rows: number): Promise<Dropped> {
  const dropped = await dropClients(addresses, mark, rows);
  await mailAbout(addresses, dropped.fileName);
  return dropped;
}

/** Waits for the first mail about a file: of all requests, one to the mailbox costs the system least. */
export async function mailAbout(addresses: Addresses, fileName: string): Promise<void> {
  while ((await mailsAbout(addresses, fileName)) === 0) await pause(100);
}

/** The run of a drop that has landed. */
export async function endOf(addresses: Addresses, runId: string): Promise<RunView> {
  const run = await lookAtRun(addresses, runId);
  if (run?.status === 'succeeded') return run;
  throw new Error(`The run ended ${run?.status}: ${run?.reason ?? ''}`);
}

export interface Taken<T = unknown> {
  readonly ms: number;
  readonly processorMs: number;
  readonly answer: T;
}

/** The processor time is that of the whole system, service and database included. */
export async function measured<T>(
  { child: { pid = 0 } }: LocalSystem,
  run: () => Promise<T>,
): Promise<Taken<T>> {
  const [begun, before] = [Date.now(), processorMsOf(pid)];
  const answer = await run();
  return { ms: Date.now() - begun, processorMs: processorMsOf(pid) - before, answer };
}
