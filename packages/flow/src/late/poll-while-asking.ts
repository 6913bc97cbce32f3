import { log } from '@sluice/lambda-kit';
import { toDecide, type Attempt, type Run, type Submission } from '@sluice/ledger';
import { ambiguousAttempts } from '../submit/attempts.ts';
import { lateImports } from './answerable.ts';
import type { Look, TrackRunServices } from '../track/snapshot.ts';
import { pollImports } from '../track/poll-imports.ts';

/** A run that waited for a person goes on when nothing of it is left to be decided. */
export async function resumedIfDecided(
  run: Run,
  submissions: readonly Submission[],
  { ledger, now }: TrackRunServices,
): Promise<Run> {
  const isDecided = run.status === 'needs_decision' && toDecide(run, submissions).length === 0;
  if (!isDecided || run.cancel !== undefined) return run;
  const { now: after } = await ledger.moveRun(run.runId, { type: 'resumed', at: now().toISOString() });
  log.info('run_moved', { runId: run.runId, status: after.status });
  return after;
}

/**
 * While a person is asked, an importId may come late: its import is polled, and where its end says what became of the rows the
 * question is answered (invariants 3, 4).
 */
export async function hearLate(
  look: Look,
  step: number,
  services: TrackRunServices,
): Promise<{ after: Run; restSeconds: number; awaits: boolean }> {
  const late = () => lateImports(look.run, look.all(), services.now());
  for (const one of late()) await attachIfCertain(one, look, services);
  const asked = new Set(late().map(({ submission }) => submission.batch));
  for (const { batch, status, decided } of look.all())
    if (status === 'accepted' && decided?.by === itself && decided.question === look.run.questions)
      asked.add(batch);
  if (asked.size === 0) return { after: look.run, restSeconds: 0, awaits: false };
  const ofLate = { ...look, all: () => look.all().filter(({ batch }) => asked.has(batch)) };
  const { restSeconds } = await pollImports(ofLate, step, services);
  const after = await resumedIfDecided(look.run, look.all(), services);
  return { after, restSeconds, awaits: ofLate.all().some(({ status }) => status === 'accepted') };
}

/** Who decides where no person has to. */
const itself = 'Sluice';

/** A batch that was given up is opened again once every attempt at it is known by its importId, so that nothing is guessed. */
export async function attachIfCertain(
  { submission, attempt }: { readonly submission: Submission; readonly attempt: Attempt },
  look: Look,
  { now }: TrackRunServices,
): Promise<void> {
  const { importId } = attempt;
  if (submission.status !== 'failed' || importId === undefined || ambiguousAttempts(submission).length > 0)
    return;
  const question = look.run.questions ?? 0;
  await look.move(submission, {
    type: 'decided',
    at: now().toISOString(),
    by: itself,
    question,
    choice: 'attach',
    importId,
  });
}
