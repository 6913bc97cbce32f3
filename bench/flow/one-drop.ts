import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '@sluice/ledger';
import type { Addresses } from '@sluice/demo/addresses';
import { dropClients, type Dropped } from '../../test/local-run/drop-clients.ts';
import { lookAtRun, mailsAbout } from '../../test/local-run/look.ts';

export interface FlowTime {
  /** From the drop to the mail, which is the last that a run does. */
  readonly ms: number;
  /** From the drop to the end of the run, when every record is written. */
  readonly writtenMs: number;
  readonly run: RunView;
}

/** Drops a sheet of new clients and waits for its mail. The mailbox is asked, which costs the system least. */
export async function dropAndWait(
  addresses: Addresses,
  mark: string,
  rows: number,
): Promise<FlowTime & { readonly dropped: Dropped }> {
  const begun = Date.now();
  const dropped = await dropClients(addresses, mark, rows);
  while ((await mailsAbout(addresses, dropped.fileName)) === 0) await pause(100);
  const ms = Date.now() - begun;
  const run = await lookAtRun(addresses, dropped.runId);
  if (run?.status !== 'succeeded') throw new Error(`The run ended ${run?.status}: ${run?.reason ?? ''}`);
  const writtenMs = Date.parse(run.finishedAt ?? '') - begun;
  return { ms, writtenMs, run, dropped };
}
