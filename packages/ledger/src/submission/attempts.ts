import type { Attempt, Submission } from '../model/submission.ts';

/** How many attempts without effect an item keeps. An item has at most 400 KB. */
const keptForNothing = 150;

/**
 * The attempt that a worker's event is about: the one under way, or the last one with an unknown outcome. It need not be the last
 * in the list, because a late importId of an unknown owner gets an attempt of its own at the end.
 */
export function currentAttempt({ status, attempts }: Submission): Attempt | undefined {
  if (status === 'sending') return attempts.findLast(({ outcome }) => outcome === undefined);
  if (status === 'unknown') return attempts.findLast(({ outcome }) => outcome === 'ambiguous');
  return attempts.at(-1);
}

/** The attempt of this owner that has this importId already. */
export function attemptOf(
  { attempts }: Submission,
  { owner, importId }: { owner: string; importId: string },
): Attempt | undefined {
  return attempts.find((attempt) => attempt.owner === owner && attempt.importId === importId);
}

/** The importId of the last attempt of this round and check that got one. */
export function latestImportId(
  attempts: readonly Attempt[],
  { round, check }: Pick<Submission, 'round' | 'check'>,
): string | undefined {
  return attempts.findLast(
    (attempt) => attempt.importId !== undefined && attempt.round === round && attempt.check === check,
  )?.importId;
}

export function openAttempt(
  submission: Submission,
  {
    owner,
    at,
    leaseUntil,
    keyed,
  }: { owner: string; at: string; leaseUntil: string; keyed?: true | undefined },
): Attempt[] {
  return [
    ...forget(submission.attempts),
    {
      number: nextNumber(submission.attempts),
      owner,
      sentAt: at,
      leaseUntil,
      ...(submission.round !== undefined && { round: submission.round }),
      ...(submission.check !== undefined && { check: submission.check }),
      ...(keyed && { keyed }),
    },
  ];
}

export function closeCurrent(
  submission: Submission,
  outcome: Required<Pick<Attempt, 'endedAt' | 'outcome'>>,
): Attempt[] {
  const current = currentAttempt(submission);
  return submission.attempts.map((attempt) => (attempt === current ? { ...attempt, ...outcome } : attempt));
}

/** Notes that an import of the batch has ended, so that nobody waits for it any more. */
export function endImport(
  attempts: readonly Attempt[],
  {
    importId,
    at,
    valuesSha256,
  }: {
    readonly importId?: string | undefined;
    readonly at: string;
    readonly valuesSha256?: string | undefined;
  },
): readonly Attempt[] {
  if (importId === undefined) return attempts;
  const end = { doneAt: at, ...(valuesSha256 !== undefined && { valuesSha256 }) };
  return attempts.map((attempt) =>
    attempt.importId === importId && attempt.doneAt === undefined ? { ...attempt, ...end } : attempt,
  );
}

/** Adds the importId to its owner's attempt. If there is none without an importId, it gets an attempt of its own. */
export function bindImport(
  { attempts }: Submission,
  { owner, importId, at }: { owner: string; importId: string; at: string },
): Attempt[] {
  const accepted = { endedAt: at, outcome: 'accepted', importId } as const;
  const own = attempts.findLast((attempt) => attempt.owner === owner && attempt.importId === undefined);
  if (own) return attempts.map((attempt) => (attempt === own ? { ...attempt, ...accepted } : attempt));
  return [...attempts, { number: nextNumber(attempts), owner, sentAt: at, leaseUntil: at, ...accepted }];
}

/** Adds the importId that a person gave to the attempt without an answer. Without such an attempt it gets one of its own. */
export function attachImport(
  submission: Submission,
  bound: { owner: string; importId: string; at: string },
): readonly Attempt[] {
  const { attempts } = submission;
  const { importId, at } = bound;
  if (attempts.some((attempt) => attempt.importId === importId)) return attempts;
  const open = attempts.findLast(
    (attempt) => attempt.outcome === 'ambiguous' && attempt.importId === undefined,
  );
  if (open === undefined) return bindImport(submission, bound);
  const accepted = { endedAt: at, outcome: 'accepted', importId } as const;
  return attempts.map((attempt) => (attempt === open ? { ...attempt, ...accepted } : attempt));
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
