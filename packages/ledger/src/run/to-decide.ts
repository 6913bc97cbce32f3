import { unknownRows } from '../submission/counts.ts';
import type { Run } from '../model/run.ts';
import type { Submission } from '../model/submission.ts';

/**
 * The real submissions that a person has to decide on: they have rows with an unknown outcome and no answer to the run's current
 * question. None if the run asks no question, or was asked to stop.
 */
export function toDecide(
  run: Pick<Run, 'status' | 'questions' | 'cancel'>,
  submissions: readonly Submission[],
): Submission[] {
  if (run.status !== 'needs_decision' || run.cancel !== undefined) return [];
  return submissions.filter((submission) => isAskedAbout(run, submission));
}

function isAskedAbout({ questions = 0 }: Pick<Run, 'questions'>, submission: Submission): boolean {
  const { phase, status, decided } = submission;
  const mayBeDecided = status === 'unknown' || status === 'accepted' || status === 'failed';
  const isAnswered = decided !== undefined && decided.question >= questions;
  return phase === 'real' && mayBeDecided && !isAnswered && unknownRows(submission) > 0;
}
