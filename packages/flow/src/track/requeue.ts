import { resetAfter } from '@sluice/call-budget';
import { isSettled, type Run, type Submission } from '@sluice/ledger';
import { mayBeSentSince } from './mark-restored.ts';
import { messageOf, type TrackedRun, type TrackRunServices } from './tracked-run.ts';
import { harmOfRepeat, whenToRepeat } from './repeat.ts';

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

/** Time for reading ambiguous batches. The function has a minute. */
const readingMs = 20_000;

/** Before the next hour, polling may leave calls unused. */
const checkAgainMs = 5 * 60_000;

/**
 * Ends expired leases and queues batches that may be sent: parked ones that are due, and ambiguous ones that are safe to
 * repeat. Queues no more than there are calls for.
 */
export async function requeueSubmissions(tracked: TrackedRun, services: TrackRunServices): Promise<Requeued> {
  const stuck: Stuck[] = [];
  const requeued: Submission[] = [];
  const unread: Stuck[] = [];
  const room = await roomToSend(tracked, services);
  const harm = harmWithin(tracked.run, services);
  const isAtRest = tracked.submissions().every(({ status }) => status === 'unknown' || isSettled(status));
  let isShort = false;
  for (const submission of tracked.submissions()) {
    if (requeued.length >= mostPerStep) break;
    const known = await expireLease(submission, tracked, services);
    const { batch } = known;
    // Without a call the batch waits anyway, so it is not read.
    const harmNow = requeued.length < room ? harm : harmless;
    const verdict = await mayPlan(
      known,
      { run: tracked.run, services },
      { harmNow, harmLater: isAtRest ? harm : harmless },
    );
    if (verdict?.kind === 'stuck') stuck.push({ batch, reason: verdict.reason });
    if (verdict?.kind === 'unread') unread.push({ batch, reason: tooMany });
    if (verdict?.kind !== 'plan') continue;
    if (requeued.length >= room) {
      isShort = true;
      continue;
    }
    const at = services.now().toISOString();
    const planned = await tracked.move(known, { type: 'requeued', at, reason: verdict.reason });
    if (planned.status === 'planned') requeued.push(planned);
  }
  if (requeued.length > 0) await services.batches.send(requeued.map(messageOf));
  // A step that read all it could and requeued none asks about every batch: the next one would read the same ones.
  if (requeued.length === 0) stuck.push(...unread);
  const now = services.now();
  const again = Math.min(now.getTime() + checkAgainMs, resetAfter(now).getTime() + 1000);
  return { stuck, ...(isShort && { sendsFrom: new Date(again) }) };
}

/** Why a repeat could do harm; undefined if it could not. */
type Harm = (submission: Submission) => Promise<string | undefined>;

const tooMany = 'too many batches before it may not be sent again';
const harmless: Harm = async () => undefined;

function harmWithin(run: Run, { files, now }: TrackRunServices): Harm {
  const until = now().getTime() + readingMs;
  return async (submission) => {
    // Which runs wrote after it is not known either.
    if (mayBeSentSince(submission, run))
      return 'the history was restored from a backup, and others may have written since';
    return now().getTime() < until ? harmOfRepeat(submission, files) : tooMany;
  };
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
  const lease = submission.attempts.at(-1)?.leaseUntil;
  const expired =
    submission.status === 'sending' && lease !== undefined && Date.parse(lease) <= now().getTime();
  return expired ? tracked.move(submission, { type: 'leaseExpired', at: now().toISOString() }) : submission;
}

type MayPlan =
  | { readonly kind: 'plan'; readonly reason: string }
  | { readonly kind: 'stuck'; readonly reason: string }
  | { readonly kind: 'unread' }
  | undefined;

interface Harms {
  readonly harmNow: Harm;
  /** For a batch that is not due yet. Once the rest of the run is at rest, a harmful one asks a person at once. */
  readonly harmLater: Harm;
}

async function mayPlan(
  submission: Submission,
  { run, services }: { readonly run: Run; readonly services: TrackRunServices },
  { harmNow, harmLater }: Harms,
): Promise<MayPlan> {
  const now = services.now();
  if (submission.status === 'parked')
    return isPast(submission.notBefore, now) ? { kind: 'plan', reason: 'it is due' } : undefined;
  if (submission.status !== 'unknown') return undefined;
  const repeat = whenToRepeat(submission, {
    now,
    key: services.idempotencyKey,
    since: mayBeSentSince(submission, run),
  });
  if (repeat.kind === 'later') return undefined;
  if (repeat.kind === 'never') return { kind: 'stuck', reason: repeat.reason };
  if (repeat.kind === 'laterIfHarmless') {
    const harm = await harmLater(submission);
    return harm === undefined || harm === tooMany ? undefined : { kind: 'stuck', reason: harm };
  }
  const harm = repeat.kind === 'now' ? undefined : await harmNow(submission);
  if (harm === tooMany) return { kind: 'unread' };
  return harm === undefined ? { kind: 'plan', reason: repeat.reason } : { kind: 'stuck', reason: harm };
}

function isPast(time: string | undefined, now: Date): boolean {
  return time === undefined || Date.parse(time) <= now.getTime();
}
