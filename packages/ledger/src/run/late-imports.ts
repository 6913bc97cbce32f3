import { unknownRows } from './counts.ts';
import { isHeard, type Named } from './late.ts';
import type { Run, RunStatus } from './model.ts';
import { isSettled } from '../submission/transitions.ts';
import type { Attempt, Submission } from '../submission/model.ts';

/** Which ended runs may have sent an import. While a run is being undone, each import that comes is dealt with by that. */
const listens: Partial<Record<RunStatus, true>> = {
  succeeded: true,
  partly_succeeded: true,
  failed: true,
  cancelled: true,
  undone: true,
};

/** An importId that came shortly before may not have been seen by who ended the run, or said that it was not applied. */
const momentMs = 60_000;

/** Real imports of which a run that has ended has not heard: their ids came after that, or where nobody polled any more. */
export function unheardImports(run: Run, submissions: readonly Submission[]): Named[] {
  const { finishedAt } = run;
  if (listens[run.status] === undefined || finishedAt === undefined) return [];
  return submissions.flatMap((submission) => {
    const { batch, phase } = submission;
    const isDealtWith = (id: string) => submission.reverts?.some(({ importId }) => importId === id) === true;
    const isPolled = isPolledIn(submission);
    const since = sinceDecided(run, submission);
    const cameLate = ({ importId, endedAt = '' }: Attempt): boolean => {
      const at = Date.parse(endedAt);
      return at > Date.parse(finishedAt) - (isPolled(importId) ? 0 : momentMs) || at > since;
    };
    const late = phase === 'real' ? submission.attempts.filter(cameLate) : [];
    return late
      .flatMap(({ importId }) => importId ?? [])
      .filter((importId) => !isDealtWith(importId) && !isHeard(run, { batch, importId }))
      .map((importId) => ({ batch, importId }));
  });
}

/** Whether the end of an import is that of its batch, by which all of its rows are known. */
function isPolledIn(submission: Submission): (importId: string | undefined) => boolean {
  const hasEnd = isSettled(submission.status) && unknownRows(submission) === 0;
  return (importId) => hasEnd && importId === submission.importId;
}

/**
 * From when on (milliseconds) nobody polled for a batch, since a person had said that it was not applied. Who said so knew what had
 * come before the question.
 */
function sinceDecided({ askedAt }: Run, { decided }: Submission): number {
  if (decided?.choice !== 'notApplied') return Infinity;
  const at = Date.parse(decided.at);
  const asked = askedAt === undefined ? at : Date.parse(askedAt);
  return asked < at ? Math.max(asked, at - momentMs) : at;
}
