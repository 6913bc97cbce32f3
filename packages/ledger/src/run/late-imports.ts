/** Imports whose ids came after their run had ended (invariant 4), and how long an unresolved import may still write. */
import { isSettled } from '../submission/transitions.ts';
import type { Attempt, Submission } from '../model/submission.ts';
import { unknownRows } from '../submission/counts.ts';
import type { LateImport, Run } from '../model/run.ts';

type ImportOfBatch = Pick<LateImport, 'batch' | 'importId'>;

export function isKnownLate({ late = [] }: Pick<Run, 'late'>, { batch, importId }: ImportOfBatch): boolean {
  return late.some((one) => one.batch === batch && one.importId === importId);
}

export function awaitedLate({ late = [] }: Pick<Run, 'late'>): LateImport[] {
  return late.filter(({ status }) => status === undefined);
}

/** The list with the end of one late import. The first end of an import is kept. */
export function withEnd(
  { late = [] }: Pick<Run, 'late'>,
  { batch, importId, status }: ImportOfBatch & { readonly status: string },
): readonly LateImport[] {
  return late.map((one) =>
    one.batch === batch && one.importId === importId && one.status === undefined ? { ...one, status } : one,
  );
}

/** An import has surely arrived and ended after so many milliseconds, whether or not an answer came. */
export const quietMs = 15 * 60_000;

/**
 * Until then (ISO 8601) a request of this submission may still arrive, or its import may go on. Undefined if none was sent, or if
 * each import is known to have ended.
 */
export function quietUntilOf({ attempts }: Pick<Submission, 'attempts'>): string | undefined {
  const sent = attempts.filter(
    ({ outcome, doneAt }) => outcome !== 'not_sent' && outcome !== 'rejected' && doneAt === undefined,
  );
  if (sent.length === 0) return undefined;
  const last = Math.max(...sent.map(({ sentAt }) => Date.parse(sentAt)));
  return new Date(last + quietMs).toISOString();
}

/** Whoever ended the run, or decided that a batch was not applied, may have missed an importId that came shortly before. */
const momentMs = 60_000;

/** Real imports that an ended run does not know: their ids came after its end, or after polling for their batch stopped. */
export function newLateImports(run: Run, submissions: readonly Submission[]): ImportOfBatch[] {
  const { finishedAt, questionAt = '' } = run;
  if (finishedAt === undefined) return [];
  return submissions.flatMap((submission) => {
    const { batch, phase } = submission;
    const isDealtWith = (id: string) => submission.reverts?.some(({ importId }) => importId === id) === true;
    const isPolled = isPolledIn(submission);
    const since = sinceDecided(run, submission);
    const cameLate = ({ importId, endedAt = '', doneAt }: Attempt): boolean => {
      // The question has told of its end, and nobody needs to wait for it.
      if (doneAt !== undefined && doneAt <= questionAt) return false;
      const at = Date.parse(endedAt);
      return at > Date.parse(finishedAt) - (isPolled(importId) ? 0 : momentMs) || at > since;
    };
    const late = phase === 'real' ? submission.attempts.filter(cameLate) : [];
    return late
      .flatMap(({ importId }) => importId ?? [])
      .filter((importId) => !isDealtWith(importId) && !isKnownLate(run, { batch, importId }))
      .map((importId) => ({ batch, importId }));
  });
}

/** Whether the batch ended with this import and knows all of its rows. */
function isPolledIn(submission: Submission): (importId: string | undefined) => boolean {
  const hasEnd = isSettled(submission.status) && unknownRows(submission) === 0;
  return (importId) => hasEnd && importId === submission.importId;
}

/**
 * When (milliseconds) polling for a batch stopped because a person decided what became of its rows. The person knew all that had
 * come before the question.
 */
function sinceDecided({ questionAt }: Run, { decided }: Submission): number {
  if (decided?.choice !== 'notApplied' && decided?.choice !== 'landed') return Infinity;
  const at = Date.parse(decided.at);
  const asked = questionAt === undefined ? at : Date.parse(questionAt);
  return asked < at ? Math.max(asked, at - momentMs) : at;
}
