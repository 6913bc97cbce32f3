import { toDecide, type Attempt, type Run, type Submission } from '@sluice/ledger';

/** As long as an import may take to end. One that takes longer is a person's to look at. */
const awaitedMs = 24 * 3_600_000;

/**
 * Submissions that a person is asked about and of which an importId came after the question, as from a worker that was thought
 * dead: each with that attempt. Its end may answer the question (invariant 4).
 */
export function lateImports(
  run: Pick<Run, 'status' | 'questions' | 'cancel' | 'askedAt'>,
  submissions: readonly Submission[],
  now: Date,
): { submission: Submission; attempt: Attempt }[] {
  const { askedAt } = run;
  if (askedAt === undefined) return [];
  return toDecide(run, submissions).flatMap((submission) => {
    const attempt = submission.attempts.findLast(
      ({ importId, endedAt = '' }) => importId && endedAt > askedAt,
    );
    const isAwaited = attempt !== undefined && now.getTime() - Date.parse(attempt.endedAt ?? '') < awaitedMs;
    return isAwaited ? [{ submission, attempt }] : [];
  });
}
