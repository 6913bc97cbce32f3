import { resetAfter } from '@sluice/call-budget';
import { isSettled, type Submission } from '@sluice/ledger';
import { messageOf, type TrackedRun, type TrackRunServices } from './tracked-run.ts';
import { harmOfRepeat, whenToRepeat } from './repeat.ts';

/** What stands still in a run, for a person to say how it goes on. */
export interface Stuck {
  readonly batch: number;
  readonly reason: string;
}

/** Leaves the function time for the rest of its step; the next one goes on. */
const mostPerStep = 200;

export interface Requeued {
  readonly stuck: readonly Stuck[];
  /** Where the calls of this hour are fewer than what may be sent: when to look again. */
  readonly sendsFrom?: Date;
}

/** How long a step looks into batches of unknown fate: each costs a read of what was sent, and the function has a minute. */
const lookingMs = 20_000;

/** Sooner than the next hour there may be calls that polling has left. */
const lookAgainMs = 5 * 60_000;

/**
 * Frees what waits in vain: leases that ended, parked batches whose time has come, and batches of unknown fate that
 * may be sent again; no more than there are calls for. What was freed is queued.
 */
export async function requeueSubmissions(tracked: TrackedRun, services: TrackRunServices): Promise<Requeued> {
  const stuck: Stuck[] = [];
  const freed: Submission[] = [];
  const notLookedInto: Stuck[] = [];
  const room = await roomToSend(tracked, services);
  const harm = harmWithin(services);
  const isAtRest = tracked.submissions().every(({ status }) => status === 'unknown' || isSettled(status));
  let isShort = false;
  for (const submission of tracked.submissions()) {
    if (freed.length >= mostPerStep) break;
    const known = await expireLease(submission, tracked, services);
    const { batch } = known;
    // Without a call for it a batch waits, whatever a repeat would do.
    const harmNow = freed.length < room ? harm : harmless;
    const verdict = await mayPlan(known, services, { harmNow, harmLater: isAtRest ? harm : harmless });
    if (verdict?.kind === 'stuck') stuck.push({ batch, reason: verdict.reason });
    if (verdict?.kind === 'notLookedInto') notLookedInto.push({ batch, reason: tooMany });
    if (verdict?.kind !== 'plan') continue;
    if (freed.length >= room) {
      isShort = true;
      continue;
    }
    const at = services.now().toISOString();
    const planned = await tracked.move(known, { type: 'plan', at, reason: verdict.reason });
    if (planned.status === 'planned') freed.push(planned);
  }
  await services.batches.send(freed.map(messageOf));
  // Where a whole step of looking has freed none, a person is asked of all: the next step would look at the same ones.
  if (freed.length === 0) stuck.push(...notLookedInto);
  const now = services.now();
  const again = Math.min(now.getTime() + lookAgainMs, resetAfter(now).getTime() + 1000);
  return { stuck, ...(isShort && { sendsFrom: new Date(again) }) };
}

/** Why a repeat of a batch could do harm; undefined where it could not. */
type Harm = (submission: Submission) => Promise<string | undefined>;

const tooMany = 'before it stand more batches that may not be sent again than could be looked into';
const harmless: Harm = async () => undefined;

function harmWithin({ files, now }: TrackRunServices): Harm {
  const until = now().getTime() + lookingMs;
  return async (submission) => (now().getTime() < until ? harmOfRepeat(submission, files) : tooMany);
}

/** Asked for only where it matters. */
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
  | { readonly kind: 'notLookedInto' }
  | undefined;

interface Harms {
  readonly harmNow: Harm;
  /** Once nothing else of the run goes on: what can never be repeated need not be waited for, and a person is asked at once. */
  readonly harmLater: Harm;
}

async function mayPlan(
  submission: Submission,
  services: TrackRunServices,
  { harmNow, harmLater }: Harms,
): Promise<MayPlan> {
  const now = services.now();
  if (submission.status === 'parked')
    return isPast(submission.notBefore, now) ? { kind: 'plan', reason: 'its time has come' } : undefined;
  if (submission.status !== 'unknown') return undefined;
  const repeat = whenToRepeat(submission, { now, key: services.idempotencyKey });
  if (repeat.kind === 'later') return undefined;
  if (repeat.kind === 'never') return { kind: 'stuck', reason: repeat.reason };
  if (repeat.kind === 'laterIfHarmless') {
    const harm = await harmLater(submission);
    return harm === undefined || harm === tooMany ? undefined : { kind: 'stuck', reason: harm };
  }
  const harm = repeat.kind === 'now' ? undefined : await harmNow(submission);
  if (harm === tooMany) return { kind: 'notLookedInto' };
  return harm === undefined ? { kind: 'plan', reason: repeat.reason } : { kind: 'stuck', reason: harm };
}

function isPast(time: string | undefined, now: Date): boolean {
  return time === undefined || Date.parse(time) <= now.getTime();
}
