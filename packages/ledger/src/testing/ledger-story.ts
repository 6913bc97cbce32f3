import type { Ledger, SubmissionRef } from '../port/ledger.ts';
import type { Batch } from '../model/submission.ts';
import { aNewRun, second } from './builders.ts';

export type OpenLedger = (now: () => Date) => Promise<Ledger> | Ledger;

export const runId = 'run-1';
export const dry: SubmissionRef = { runId, batch: 1, phase: 'dry' };
export const real: SubmissionRef = { runId, batch: 1, phase: 'real' };

export const send = (owner: string, n: number) =>
  ({ type: 'sendStarted', at: second(n), owner, leaseUntil: second(n + 45) }) as const;

export const accepted = (owner: string, n: number, importId: string) =>
  ({ type: 'accepted', at: second(n), owner, importId }) as const;

/** Begins the run with these batches. */
export async function planned(ledger: Ledger, ...batches: Batch[]): Promise<void> {
  await ledger.beginRun(aNewRun());
  for (const batch of batches) await ledger.planBatch(batch);
}

export async function passDryRun(ledger: Ledger, batch: number): Promise<void> {
  const ref = { runId, batch, phase: 'dry' } as const;
  const owner = `dry-${batch}`;
  await ledger.moveSubmission(ref, send(owner, 1));
  await ledger.moveSubmission(ref, accepted(owner, 2, `d${batch}`));
  await ledger.moveSubmission(ref, { type: 'ended', at: second(3), status: 'succeeded', counts: {} });
}
