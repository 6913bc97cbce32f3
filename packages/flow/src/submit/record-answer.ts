import type { Answer } from '@sluice/client';
import { log } from '@sluice/aws-kit/handlers';
import type { Ledger, Run, Submission, SubmissionEvent } from '@sluice/ledger';
import { sentBatch } from '../attempts/batch-end.ts';
import { endBatch, endDryRun, type EndServices } from '../attempts/write-end.ts';
import { afterAnswer, afterRefusal, isDecidedBy } from '../attempts/next.ts';
import { reopenForLateImports } from '../late/late-imports.ts';
import { numberingOf } from '../attempts/numbering.ts';
import type { Clock, Files, Service } from '../ports.ts';
import { observationOf } from '../attempts/verdict.ts';
import type { BatchObject } from '../run-objects.ts';

export interface RecordServices {
  readonly ledger: Ledger;
  readonly files: Pick<Files, 'get' | 'put' | 'stream'>;
  readonly service: Service;
  readonly now: Clock;
}

/** A worker's attempt, from its durable intent on. */
export interface SentAttempt {
  readonly owner: string;
  readonly run: Run;
  readonly submission: Submission;
  readonly object: BatchObject;
}

/** Records what an attempt came to, and ends its batch if that is certain. */
export async function recordAnswer(
  attempt: SentAttempt,
  answer: Answer<'import'>,
  services: RecordServices,
): Promise<void> {
  const { run, submission, owner, object } = attempt;
  const { runId, batch, phase } = submission;
  const observation = observationOf(answer);
  if (observation === 'refused:unauthorized') services.service.forgetCredentials();
  log.info('import_response', { runId, batch, phase, observation });
  const { event, refusal } = afterAnswer({ run, submission, now: services.now() }, answer, owner);
  const now = event ? await record(event, attempt, services) : await services.ledger.submission(submission);
  // Too late: another attempt decides.
  if (refusal === undefined || now === undefined || !isDecidedBy(now, refusal.by)) return;
  const ending = { run, submission: now, by: refusal.by };
  const search = () => endDryRun(ending, { kind: 'refused', message: refusal.message }, recorder(services));
  if (refusal.isOfRows) return search();
  const numbering = await numberingOf(runId, services.files);
  const next = afterRefusal(ending, refusal, sentBatch(phase, object, numbering));
  if (next === 'search') return search();
  if (next !== 'poll') await endBatch(ending, next, recorder(services));
}

/** @returns the submission afterwards */
async function record(
  event: SubmissionEvent,
  { submission, owner }: SentAttempt,
  services: RecordServices,
): Promise<Submission> {
  const { ledger } = services;
  if (event.type !== 'accepted') return (await ledger.moveSubmission(submission, event)).now;
  const { runId, batch, phase } = submission;
  const { importId, at } = event;
  const { now } = await ledger.moveSubmission(submission, event, submission).catch((error: unknown) => {
    // Then only the log has it, from where a person can attach it (invariant 4).
    log.error('import_id_not_recorded', error, { runId, batch, phase, importId });
    throw error;
  });
  // Only after the lease can the run have ended meanwhile.
  if (phase === 'real' && at >= (now.attempts.find((one) => one.owner === owner)?.leaseUntil ?? '')) {
    const run = await ledger.run(runId);
    if (run !== undefined) await reopenForLateImports(run, [now], services);
  }
  return now;
}

export const recorder = (services: RecordServices): EndServices => ({
  ...services,
  move: (submission, event) => services.ledger.moveSubmission(submission, event),
});
