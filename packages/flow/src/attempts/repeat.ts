import type { Submission } from '@sluice/ledger';
import { ambiguousAttempts, areOneByKey, attemptsMade, mostAttempts, retrySeconds } from './attempts.ts';

export type Repeat =
  | { readonly kind: 'now'; readonly reason: string }
  | { readonly kind: 'later' }
  /** A repeat could overwrite what others have changed since, so a person decides. */
  | { readonly kind: 'never'; readonly reason: string };

/**
 * When a batch may be sent again although the service may have taken it (invariant 3): a dry run at any time, a real import only
 * under an idempotency key.
 * @param options `since` is when it may have been sent first, if that was before the attempts that are known
 */
export function whenToRepeat(
  submission: Submission,
  { now, key, since }: { readonly now: Date; readonly key: boolean; readonly since?: string | undefined },
): Repeat {
  const ambiguous = ambiguousAttempts(submission);
  const last = ambiguous.at(-1);
  if (last === undefined) return { kind: 'now', reason: 'nothing was sent' };
  // The first repeat is immediate. The next ones back off: what lost one answer may lose more.
  const pauseMs = ambiguous.length < 2 ? 0 : retrySeconds(ambiguous.length - 1) * 1000;
  const soon = Date.parse(last.sentAt) + pauseMs;
  if (submission.phase === 'dry') return at(soon, now, 'a dry run changes nothing');
  if (attemptsMade(submission) >= mostAttempts) return { kind: 'never', reason: 'tried too often' };
  return key && areOneByKey(submission, { again: now, since })
    ? at(soon, now, 'the idempotency key makes a repeat safe')
    : { kind: 'never', reason: 'no answer came back' };
}

function at(time: number, now: Date, reason: string): Repeat {
  return time <= now.getTime() ? { kind: 'now', reason } : { kind: 'later' };
}
