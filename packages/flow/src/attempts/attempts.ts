import { createHash } from 'node:crypto';
import type { Answer } from '@sluice/client';
import type { Attempt, Run, Submission, SubmissionRef } from '@sluice/ledger';
import { resetAfter } from '@sluice/ledger/call-budget';

/** Then a batch is given up: after about a day of an outage or a spent rate limit. */
export const mostAttempts = 100;

/** Seconds until a batch is tried again after so many attempts: 15, 30, 60, …, and 15 minutes at most. */
export function retrySeconds(attempts: number): number {
  return Math.min(900, 15 * 2 ** Math.min(Math.max(attempts - 1, 0), 10));
}

/** Attempts are numbered, because the ledger drops old ones that were not sent. */
export function attemptsMade({ attempts }: Pick<Submission, 'attempts'>): number {
  return attempts.at(-1)?.number ?? 0;
}

/** How often the current rows were tried. Each earlier round of a dry run had an answer. */
export function triesMade(submission: Pick<Submission, 'attempts' | 'round'>): number {
  return Math.max(0, attemptsMade(submission) - (submission.round ?? 0));
}

/** A service that takes an `Idempotency-Key` remembers it for 24 hours; half of that leaves room for waiting in queues. */
const keyTrustedMs = 12 * 3_600_000;

/**
 * Whether all copies of a batch are surely one import: each was sent under its key, and the last while the service remembered the
 * first. `again`: also if it is sent once more then. `since`: when it may have been sent first, if not with its first attempt.
 */
export function areOneByKey(
  { attempts }: Pick<Submission, 'attempts'>,
  { again, since }: { readonly again?: Date; readonly since?: string | undefined } = {},
): boolean {
  const sent = attempts.filter(({ outcome }) => outcome !== 'not_sent' && outcome !== 'rejected');
  const [first, last] = [sent[0], sent.at(-1)];
  if (first === undefined || last === undefined) return true;
  const until = again?.getTime() ?? Date.parse(last.sentAt);
  return sent.every(({ keyed }) => keyed) && until - Date.parse(since ?? first.sentAt) < keyTrustedMs;
}

/** Attempts that the service may or may not have taken, oldest first. */
export function ambiguousAttempts({ attempts }: Pick<Submission, 'attempts'>): Attempt[] {
  return attempts.filter(({ outcome }) => outcome === 'ambiguous');
}

/** Whether rows of this batch may be written without a known importId. */
export function mayHaveLanded(submission: Pick<Submission, 'phase' | 'attempts'>): boolean {
  return submission.phase === 'real' && ambiguousAttempts(submission).length > 0;
}

/** Since when the service may have taken a batch, if not since its first attempt that the ledger knows. */
export function mayBeSentSince(submission: Submission, { restored }: Run): string | undefined {
  const [first] = ambiguousAttempts(submission);
  const isOfLostTime = restored !== undefined && first !== undefined && first.sentAt <= restored.at;
  return isOfLostTime ? restored.from : undefined;
}

/** When the hourly limit resets, if the answer refused a call because none is left. With calls left, a short pause is enough. */
export function resetFor(answer: Answer, now: Date): Date | undefined {
  if (answer.kind !== 'refused' || answer.code !== 'too_many_requests') return undefined;
  const { rateLimitLimit = 0, rateLimitRemaining } = answer.meta;
  return rateLimitLimit > 0 && rateLimitRemaining === 0 ? resetAfter(now) : undefined;
}

/** A second past the reset, since clocks differ, and then spread over half a minute. The same for every try of a batch. */
export function resumeTime(reset: Date, { runId, batch }: Pick<SubmissionRef, 'runId' | 'batch'>): Date {
  const [high = 0, low = 0] = createHash('sha256').update(`${runId} ${batch}`).digest();
  return new Date(reset.getTime() + 1000 + Math.round(((high * 256 + low) / 65_536) * 30_000));
}
