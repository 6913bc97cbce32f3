import { quietMs, type Submission } from '@sluice/ledger';
import { ambiguousAttempts, attemptsMade, mostAttempts, retrySeconds } from '../submit/attempts.ts';
import type { Files } from '../ports.ts';
import { batchObjects, recordsOf } from '../run-objects.ts';

/** A service that takes an `Idempotency-Key` remembers it for 24 hours; half of that leaves room for waiting in queues. */
const keyTrustedMs = 12 * 3_600_000;
/** After so many ambiguous attempts something else is wrong, and a person checks. */
const mostBlindRepeats = 5;

export type Repeat =
  | { readonly kind: 'now'; readonly reason: string }
  /** Now, unless a repeat of this batch could do harm. */
  | { readonly kind: 'ifHarmless'; readonly reason: string }
  | { readonly kind: 'later' }
  /** Once the first copy has surely ended, and only if a repeat is harmless then. */
  | { readonly kind: 'laterIfHarmless' }
  | { readonly kind: 'never'; readonly reason: string };

/**
 * When a batch may be sent again although the service may have taken it (invariant 3): a dry run at any time, any batch
 * under an idempotency key, and else only a harmless one.
 * @param options `since` is when it may have been sent first, if that was before the attempts that are known
 */
export function whenToRepeat(
  submission: Submission,
  { now, key, since }: { readonly now: Date; readonly key: boolean; readonly since?: string | undefined },
): Repeat {
  const ambiguous = ambiguousAttempts(submission);
  const [first, last] = [ambiguous[0], ambiguous.at(-1)];
  if (first === undefined || last === undefined) return { kind: 'now', reason: 'nothing was sent' };
  const [firstSent, lastSent] = [Date.parse(since ?? first.sentAt), Date.parse(last.sentAt)];
  // The first repeat is immediate. The next ones back off: what lost one answer may lose more.
  const soon = lastSent + (ambiguous.length < 2 ? 0 : retrySeconds(ambiguous.length - 1) * 1000);
  if (submission.phase === 'dry') return at(soon, now, 'a dry run changes nothing');
  if (attemptsMade(submission) >= mostAttempts) return { kind: 'never', reason: 'tried too often' };
  if (key && now.getTime() - firstSent < keyTrustedMs)
    return at(soon, now, 'the idempotency key makes a repeat safe');
  if (ambiguous.length >= mostBlindRepeats)
    return { kind: 'never', reason: 'no answer came back, several times' };
  return lastSent + quietMs <= now.getTime()
    ? { kind: 'ifHarmless', reason: 'safe to repeat after a quiet time' }
    : { kind: 'laterIfHarmless' };
}

function at(time: number, now: Date, reason: string): Repeat {
  return time <= now.getTime() ? { kind: 'now', reason } : { kind: 'later' };
}

/**
 * Why a repeat could do harm, or undefined. It is safe for three reasons: the plan made lookups present and unique in the
 * file, no newer run can have written to the run's lane (invariant 9), and the batch deletes nothing.
 */
export async function harmOfRepeat(
  submission: Submission,
  files: Pick<Files, 'get'>,
): Promise<string | undefined> {
  const object = await batchObjects.records.read(submission, files);
  if (object === undefined) return 'its object is missing';
  const deletes = recordsOf(object).some((record) => Object.hasOwn(record, 'deleted'));
  return deletes ? 'it contains deletions' : undefined;
}
