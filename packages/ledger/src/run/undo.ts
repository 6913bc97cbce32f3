import type { Submission } from '../model/submission.ts';
import type { UndoCounts } from '../model/run.ts';

/** An import that an undo of the run still has to revert. */
export interface Undoable {
  readonly submission: Submission;
  readonly importId: string;
}

/** Every real import that may have written, the last one first, because each changed what earlier ones had left. */
export function toRevert(submissions: readonly Submission[]): Undoable[] {
  return submissions
    .filter(({ phase, status }) => phase === 'real' && status !== 'invalid')
    .flatMap((submission) => {
      const done = new Set((submission.reverts ?? []).map(({ importId }) => importId));
      const ids = submission.attempts.flatMap(({ importId }) => importId ?? []);
      return ids.filter((id) => !done.has(id)).map((importId) => ({ submission, importId }));
    })
    .toReversed();
}

export function undoCountsOf(submissions: readonly Submission[]): UndoCounts {
  const total = { reversed: 0, kept: 0, failed: 0 };
  for (const { reversed, kept, failed } of submissions.flatMap(({ reverts = [] }) => reverts)) {
    total.reversed += reversed;
    total.kept += kept;
    total.failed += failed;
  }
  return total;
}
