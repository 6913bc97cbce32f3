import type { Attempt, Submission } from '@sluice/ledger';

/** Beyond this a batch is given up: about a day of an outage or a spent rate limit. */
export const mostAttempts = 100;

/** Seconds until a batch is tried again after so many attempts: 15, 30, 60, …, and 15 minutes at most. */
export function retrySeconds(attempts: number): number {
  return Math.min(900, 15 * 2 ** Math.min(Math.max(attempts - 1, 0), 10));
}

/** How many there were; the ledger forgets old ones that came to nothing, but goes on counting. */
export function attemptsMade({ attempts }: Pick<Submission, 'attempts'>): number {
  return attempts.at(-1)?.number ?? 0;
}

/** How often the present rows of a submission were tried: each round of a dry run had an answer. */
export function triesMade(submission: Pick<Submission, 'attempts' | 'round'>): number {
  return Math.max(0, attemptsMade(submission) - (submission.round ?? 0));
}

/** Attempts of which nobody knows whether the service took them, oldest first. */
export function ambiguousAttempts({ attempts }: Pick<Submission, 'attempts'>): Attempt[] {
  return attempts.filter(({ outcome }) => outcome === 'ambiguous');
}

/** Whether rows of this batch may be written although no importId tells of it. */
export function mayHaveLanded(submission: Pick<Submission, 'phase' | 'attempts'>): boolean {
  return submission.phase === 'real' && ambiguousAttempts(submission).length > 0;
}
