import { resetAfter } from '@sluice/ledger/call-budget';
import type { Submission } from '@sluice/ledger';
import { afterPause, isLeaseOver, isPast } from './next.ts';
import { messageOf, type TrackedRun, type TrackRunServices } from './tracked-run.ts';

/** A batch that cannot go on without a person. */
export interface Stuck {
  readonly batch: number;
  readonly reason: string;
}

/** Leaves the function time for the rest of its step; the next step goes on. */
const mostPerStep = 200;

export interface Requeued {
  readonly stuck: readonly Stuck[];
  /** When to check again, if this hour has too few calls left. */
  readonly sendsFrom?: Date;
}

/** Before the next hour, polling may leave calls unused. */
const checkAgainMs = 5 * 60_000;

/**
 * Ends expired leases and queues batches that may be sent: parked ones that are due, and ambiguous ones that are safe to
 * repeat. Queues no more than there are calls for.
 */
export async function requeueSubmissions(tracked: TrackedRun, services: TrackRunServices): Promise<Requeued> {
  const stuck: Stuck[] = [];
  const requeued: Submission[] = [];
  const room = await roomToSend(tracked, services);
  let isShort = false;
  for (const submission of tracked.submissions()) {
    if (requeued.length >= mostPerStep) break;
    const known = await expireLease(submission, tracked, services);
    const next = afterPause(
      { run: tracked.run, submission: known, now: services.now() },
      services.idempotencyKey,
    );
    if (next?.kind === 'stuck') stuck.push({ batch: known.batch, reason: next.reason });
    if (next?.kind !== 'plan') continue;
    if (requeued.length >= room) {
      isShort = true;
      continue;
    }
    const at = services.now().toISOString();
    const planned = await tracked.move(known, { type: 'requeued', at, reason: next.reason });
    if (planned.status === 'planned') requeued.push(planned);
  }
  if (requeued.length > 0) await services.batches.send(requeued.map(messageOf));
  const now = services.now();
  const again = Math.min(now.getTime() + checkAgainMs, resetAfter(now).getTime() + 1000);
  return { stuck, ...(isShort && { sendsFrom: new Date(again) }) };
}

async function roomToSend(tracked: TrackedRun, { budget, now }: TrackRunServices): Promise<number> {
  const mayWait = tracked
    .submissions()
    .some(
      ({ status, notBefore }) => status === 'unknown' || (status === 'parked' && isPast(notBefore, now())),
    );
  return mayWait ? budget.room('send') : Infinity;
}

export async function expireLease(
  submission: Submission,
  tracked: TrackedRun,
  { now }: TrackRunServices,
): Promise<Submission> {
  const at = now();
  return isLeaseOver(submission, at)
    ? tracked.move(submission, { type: 'leaseExpired', at: at.toISOString() })
    : submission;
}
