/** What a run that had ended hears of imports whose ids came after that (invariant 4). */
import type { Run, RunStatus } from './model.ts';
import type { Attempt, Submission } from './submission.ts';

/** An import of a run that had ended when its importId came. */
export interface LateImport {
  readonly at: string;
  readonly batch: number;
  readonly importId: string;
  /** How it ended in the service's own word, or why that could not be learned; absent while it is awaited. */
  readonly status?: string | undefined;
}

type Named = Pick<LateImport, 'batch' | 'importId'>;

/** Which ended runs may have sent an import. While a run is being undone, each import that comes is dealt with by that. */
const listens: Partial<Record<RunStatus, true>> = {
  succeeded: true,
  partly_succeeded: true,
  failed: true,
  cancelled: true,
  undone: true,
};

/** An importId that came while the run was ended may not have been seen by who ended it. */
const momentMs = 60_000;

/** Real imports that came after the run had ended, and of which it has not heard. */
export function unheardImports(run: Run, submissions: readonly Submission[]): Named[] {
  const { finishedAt } = run;
  if (listens[run.status] === undefined || finishedAt === undefined) return [];
  return submissions.flatMap((submission) => {
    const since = Date.parse(finishedAt) - (submission.status === 'accepted' ? momentMs : 0);
    const late = submission.phase === 'real' ? submission.attempts.filter(cameAfter(since)) : [];
    const isDealtWith = (id: string) => submission.reverts?.some(({ importId }) => importId === id) === true;
    return late
      .flatMap(({ importId }) => importId ?? [])
      .filter((id) => !isDealtWith(id) && !isHeard(run, { batch: submission.batch, importId: id }))
      .map((importId) => ({ batch: submission.batch, importId }));
  });
}

const cameAfter =
  (time: number) =>
  ({ importId, endedAt = '' }: Attempt): boolean =>
    importId !== undefined && Date.parse(endedAt) > time;

export function isHeard({ late = [] }: Pick<Run, 'late'>, { batch, importId }: Named): boolean {
  return late.some((one) => one.batch === batch && one.importId === importId);
}

/** Those whose end is awaited. */
export function awaitedLate({ late = [] }: Pick<Run, 'late'>): LateImport[] {
  return late.filter(({ status }) => status === undefined);
}

/** With the end of one of them; the same list where that is known, or nothing is. */
export function withEnd(
  { late = [] }: Pick<Run, 'late'>,
  { batch, importId, status }: Named & { readonly status: string },
): readonly LateImport[] {
  return late.map((one) =>
    one.batch === batch && one.importId === importId && one.status === undefined ? { ...one, status } : one,
  );
}
