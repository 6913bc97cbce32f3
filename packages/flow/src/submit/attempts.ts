import type { Attempt, Submission } from '@sluice/ledger';

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

/** Attempts that the service may or may not have taken, oldest first. */
export function ambiguousAttempts({ attempts }: Pick<Submission, 'attempts'>): Attempt[] {
  return attempts.filter(({ outcome }) => outcome === 'ambiguous');
}

/** Whether rows of this batch may be written without a known importId. */
export function mayHaveLanded(submission: Pick<Submission, 'phase' | 'attempts'>): boolean {
  return submission.phase === 'real' && ambiguousAttempts(submission).length > 0;
}
