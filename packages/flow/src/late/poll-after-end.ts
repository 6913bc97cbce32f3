import { awaitedLate, countsOf, isMailSettled, type LateImport, type Run } from '@sluice/ledger';
import { askService } from '../track/import-status.ts';
import { graceMs, horizonMs } from '../track/import-age.ts';
import { lookAt, type Look, type TrackRunServices } from '../track/snapshot.ts';
import { attachIfCertain } from './poll-while-asking.ts';
import { pollImports } from '../track/poll-imports.ts';

export interface AwaitedLate {
  readonly after: Run;
  readonly restSeconds: number;
  readonly awaits: boolean;
}

/**
 * What a run that has ended does with importIds that came since: each import is polled, and where nobody knew of its batch its end
 * counts. One more mail tells of it, after the run's own (invariant 4).
 */
export async function awaitLate(look: Look, step: number, services: TrackRunServices): Promise<AwaitedLate> {
  const { run } = look;
  const late = awaitedLate(run);
  if (late.length === 0 || !isMailSettled(run.mail)) return { after: run, restSeconds: 0, awaits: false };
  const batches = new Set(late.map(({ batch }) => batch));
  const real = lookAt(run, [...look.others, ...look.all()], {
    ledger: services.ledger,
    phase: 'real',
  });
  const ofLate = { ...real, all: () => real.all().filter(({ batch }) => batches.has(batch)) };
  for (const submission of ofLate.all()) {
    const attempt = submission.attempts.findLast(({ importId }) => importId === submission.importId);
    if (attempt !== undefined) await attachIfCertain({ submission, attempt }, ofLate, services);
  }
  const { restSeconds } = await pollImports(ofLate, step, services);
  let after = run;
  for (const one of late) {
    const status = await endOf(one, ofLate, services);
    if (status === undefined) continue;
    const counts = countsOf(run, [...real.others, ...real.all()]);
    const { batch, importId } = one;
    const at = services.now().toISOString();
    const event = { type: 'lateEnded', at, batch, importId, status, counts } as const;
    after = (await services.ledger.moveRun(run.runId, event)).now;
  }
  return { after, restSeconds, awaits: awaitedLate(after).length > 0 };
}

/** Undefined while it goes on, or is not read into its batch yet. */
async function endOf(
  { at, batch, importId }: LateImport,
  look: Look,
  { service, budget, now }: TrackRunServices,
): Promise<string | undefined> {
  const age = now().getTime() - Date.parse(at);
  if (age > horizonMs) return 'no end could be learned within a day';
  const isOpen = look.all().some((one) => one.batch === batch && one.status === 'accepted');
  if ((await budget.take('poll')).calls === 0) return undefined;
  const answer = await askService(service, importId);
  if (answer?.kind === 'refused' && answer.code === 'not_found')
    return age > graceMs ? 'unknown to the service' : undefined;
  if (answer?.kind !== 'ok' || isOpen) return undefined;
  const { done, status } = answer.output.importStatus;
  return done ? status : undefined;
}
