import type { Attempt, Submission } from './model.ts';

/** How many attempts that came to nothing an item keeps; it may weigh at most 400 KB. */
const keptForNothing = 150;

export function lastAttempt({ attempts }: Pick<Submission, 'attempts'>): Attempt | undefined {
  return attempts.at(-1);
}

/** The attempt that already holds this importId of this owner. */
export function attemptOf(
  { attempts }: Submission,
  { owner, importId }: { owner: string; importId: string },
): Attempt | undefined {
  return attempts.find((attempt) => attempt.owner === owner && attempt.importId === importId);
}

/** The importId of the last attempt that got one. */
export function latestImportId(attempts: readonly Attempt[]): string | undefined {
  return attempts.findLast(({ importId }) => importId !== undefined)?.importId;
}

export function openAttempt(
  submission: Submission,
  { owner, at, leaseUntil }: { owner: string; at: string; leaseUntil: string },
): Attempt[] {
  return [
    ...forget(submission.attempts),
    { number: nextNumber(submission.attempts), owner, sentAt: at, leaseUntil },
  ];
}

/** The last attempt with its outcome; one that had an importId keeps it. */
export function closeLast(
  { attempts }: Submission,
  outcome: Required<Pick<Attempt, 'endedAt' | 'outcome'>>,
): Attempt[] {
  return attempts.map((attempt, at) => (at === attempts.length - 1 ? { ...attempt, ...outcome } : attempt));
}

/** Writes the importId to its owner's attempt; one that belongs to none, or differs, gets an attempt of its own. */
export function bindImport(
  { attempts }: Submission,
  { owner, importId, at }: { owner: string; importId: string; at: string },
): Attempt[] {
  const accepted = { endedAt: at, outcome: 'accepted', importId } as const;
  const own = attempts.findLast((attempt) => attempt.owner === owner && attempt.importId === undefined);
  if (own) return attempts.map((attempt) => (attempt === own ? { ...attempt, ...accepted } : attempt));
  return [...attempts, { number: nextNumber(attempts), owner, sentAt: at, leaseUntil: at, ...accepted }];
}

function nextNumber(attempts: readonly Attempt[]): number {
  return (attempts.at(-1)?.number ?? 0) + 1;
}

function forget(attempts: readonly Attempt[]): Attempt[] {
  const forNothing = attempts.filter(cameToNothing);
  const forgotten = new Set(forNothing.slice(0, Math.max(0, forNothing.length - keptForNothing)));
  return attempts.filter((attempt) => !forgotten.has(attempt));
}

function cameToNothing({ outcome, importId }: Attempt): boolean {
  return importId === undefined && (outcome === 'not_sent' || outcome === 'rejected');
}
