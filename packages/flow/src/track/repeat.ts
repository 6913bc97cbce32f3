import { quietMs, type Submission } from '@sluice/ledger';
import { ambiguousAttempts, attemptsMade, mostAttempts, retrySeconds } from '../submit/attempts.ts';
import { readBatchObject } from '../submit/batch-object.ts';
import type { Files } from '../ports.ts';
import { recordSetsSchema } from '../run-objects.ts';

/** A service that takes an `Idempotency-Key` remembers it for 24 hours; half of that leaves room for waiting in queues. */
const keyTrustedMs = 12 * 3_600_000;
/** Without a key: after so many ambiguous attempts something else is wrong, and a person looks. */
const mostBlindRepeats = 5;

export type Repeat =
  | { readonly kind: 'now'; readonly reason: string }
  /** Now, unless the batch turns out to contain something that a repeat could harm. */
  | { readonly kind: 'ifHarmless'; readonly reason: string }
  | { readonly kind: 'later' }
  /** When the first copy has surely ended, and only if it is harmless then. */
  | { readonly kind: 'laterIfHarmless' }
  | { readonly kind: 'never'; readonly reason: string };

/**
 * When a batch of which nobody knows whether the service took it may be sent again (invariant 3). A dry run changes
 * nothing and may always be; under an idempotency key sending again is safe; else only a batch that is safe to repeat.
 */
export function whenToRepeat(
  submission: Submission,
  { now, key }: { readonly now: Date; readonly key: boolean },
): Repeat {
  const ambiguous = ambiguousAttempts(submission);
  const [first, last] = [ambiguous[0], ambiguous.at(-1)];
  if (first === undefined || last === undefined) return { kind: 'now', reason: 'nothing was sent' };
  const [firstSent, lastSent] = [Date.parse(first.sentAt), Date.parse(last.sentAt)];
  // The first repeat at once, then more and more slowly: what lost one answer loses the next one too.
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
 * Why a repeat could do harm, or undefined. Three things make it safe: the plan saw to it that lookups are present and unique in the
 * file, the run has kept its lane since before it sent the batch, so no newer run can have written there (invariant 9), and the batch
 * deletes nothing.
 */
export async function harmOfRepeat(
  submission: Submission,
  files: Pick<Files, 'get'>,
): Promise<string | undefined> {
  const object = await readBatchObject(submission, files);
  if (object === undefined) return 'what was sent is not kept any more';
  const recordSets = recordSetsSchema.parse(JSON.parse(object.body));
  return recordSets.some(({ records }) => records.some((record) => Object.hasOwn(record, 'deleted')))
    ? 'it holds deletions'
    : undefined;
}
