import type { Answer } from '@sluice/client';
import { log } from '@sluice/aws-kit/handlers';
import { isSettled, type Ledger, type Run, type Submission } from '@sluice/ledger';
import { areOneByKey, mayHaveLanded, mayBeSentSince, retrySeconds, triesMade } from '../attempts/attempts.ts';
import { countBatch } from '../attempts/batch-counts.ts';
import { withEarlierCopy, endOfRefusal, sentBatch, type BatchEnd } from '../attempts/batch-end.ts';
import { afterDryRun } from '../attempts/check-batch.ts';
import { reopenForLateImports } from '../late/late-imports.ts';
import { numberingOf } from '../attempts/numbering.ts';
import { resetFor, resumeTime } from './rate-recording.ts';
import type { Clock, Files, Service } from '../ports.ts';
import { batchObjects, type BatchObject } from '../run-objects.ts';
import { importIdOf, meanings, observationOf, reasonOf, type Meaning } from './verdict.ts';

export interface RecordServices {
  readonly ledger: Pick<
    Ledger,
    'batch' | 'moveRun' | 'moveSubmission' | 'run' | 'submission' | 'submissions'
  >;
  readonly files: Pick<Files, 'get' | 'put' | 'stream'>;
  readonly service: Pick<Service, 'forgetCredentials'>;
  readonly now: Clock;
}

/** A worker's attempt, from its durable intent on. */
export interface SentAttempt {
  readonly owner: string;
  readonly run: Run;
  readonly submission: Submission;
  readonly object: BatchObject;
}

type Recorder = (attempt: SentAttempt, answer: Answer<'import'>, services: RecordServices) => Promise<void>;

export async function recordAnswer(
  attempt: SentAttempt,
  answer: Answer<'import'>,
  services: RecordServices,
): Promise<void> {
  const { runId, batch, phase } = attempt.submission;
  const observation = observationOf(answer);
  if (observation === 'refused:unauthorized') services.service.forgetCredentials();
  log.info('import_response', { runId, batch, phase, observation });
  await recorders[meanings[observation][phase]](attempt, answer, services);
}

const recorders: Record<Meaning, Recorder> = {
  accepted: recordAccepted,
  refused: recordRefused,
  'parked:rejected': (attempt, answer, services) => park(attempt, { answer, outcome: 'rejected' }, services),
  'parked:not_sent': (attempt, answer, services) => park(attempt, { answer, outcome: 'not_sent' }, services),
  ambiguous: recordAmbiguous,
};

async function recordAccepted(
  attempt: SentAttempt,
  answer: Answer<'import'>,
  services: RecordServices,
): Promise<void> {
  const { submission, owner, object } = attempt;
  const { runId, batch, phase } = submission;
  const importId = importIdOf(answer) ?? '';
  const at = services.now().toISOString();
  const { now } = await services.ledger
    .moveSubmission(submission, { type: 'accepted', at, owner, importId }, submission)
    .catch((error: unknown) => {
      // Then only the log has it, from where a person can attach it (invariant 4).
      log.error('import_id_not_recorded', error, { runId, batch, phase, importId });
      throw error;
    });
  // Only after the lease can the run have ended meanwhile.
  if (phase === 'real' && at >= (now.attempts.find((one) => one.owner === owner)?.leaseUntil ?? '')) {
    const run = await services.ledger.run(runId);
    if (run !== undefined) await reopenForLateImports(run, [now], services);
  }
  if (answer.kind !== 'refused' || answer.code !== 'invalid_request') return;
  // Too late: another attempt decides.
  if (now.status !== 'accepted' || now.importId !== importId) return;
  // A refusal with an importId is final if it names rows; else the tracker polls the import.
  const numbering = await numberingOf(runId, services.files);
  const end = endOfRefusal(sentBatch(phase, object, numbering), answer.message);
  if (end.status !== 'invalid') return;
  if (phase === 'dry')
    return recordDryRefusal({ run: attempt.run, submission: now }, answer.message, services);
  const mayBeWritten = mayHaveLanded(now) && !areOneByKey(now, { since: mayBeSentSince(now, attempt.run) });
  await writeEnd({ run: attempt.run, submission: now }, mayBeWritten ? withEarlierCopy(end) : end, services);
}

/**
 * A refusal concerns this attempt only: an ambiguous one before it may have written the rows, unless both surely have one key
 * (invariant 3). A refusal of the key itself says that an earlier one arrived, also one that a restored ledger lost.
 */
async function recordRefused(
  attempt: SentAttempt,
  answer: Answer<'import'>,
  services: RecordServices,
): Promise<void> {
  const { submission, owner, object } = attempt;
  const message = answer.kind === 'refused' ? answer.message : '';
  const since = mayBeSentSince(submission, attempt.run);
  const isOfKey = submission.phase === 'real' && message.startsWith('Idempotency-Key');
  if (isOfKey || (mayHaveLanded(submission) && !areOneByKey(submission, { since })))
    return recordAmbiguous(attempt, answer, services);
  const now = await services.ledger.submission(submission);
  // Too late: another attempt decides.
  if (now === undefined || isSettled(now.status) || now.attempts.at(-1)?.owner !== owner) return;
  // `not_found` concerns the whole batch.
  const isAboutRows = answer.kind === 'refused' && answer.code === 'invalid_request';
  if (submission.phase === 'dry' && isAboutRows)
    return recordDryRefusal({ run: attempt.run, submission: now, owner }, message, services);
  const numbering = await numberingOf(submission.runId, services.files);
  const end = endOfRefusal(sentBatch(submission.phase, object, numbering), message);
  await writeEnd({ run: attempt.run, submission, owner }, end, services);
}

/** Checks the other rows again, until every bad one is known. */
async function recordDryRefusal(ended: Ended, message: string, services: RecordServices): Promise<void> {
  const { submission } = ended;
  const checked = await afterDryRun(ended, { kind: 'refused', message }, services);
  if (checked.kind === 'ended') return writeEnd(ended, checked.end, services);
  const at = services.now().toISOString();
  await services.ledger.moveSubmission(submission, { ...checked.event, at, ...sourceOf(ended) });
}

async function recordAmbiguous(
  { submission, owner }: SentAttempt,
  answer: Answer<'import'>,
  { ledger, now }: RecordServices,
): Promise<void> {
  const at = now().toISOString();
  await ledger.moveSubmission(submission, { type: 'ambiguous', at, owner, reason: reasonOf(answer) });
}

async function park(
  { submission, owner }: SentAttempt,
  { answer, outcome }: { readonly answer: Answer<'import'>; readonly outcome: 'rejected' | 'not_sent' },
  { ledger, now }: RecordServices,
): Promise<void> {
  const at = now();
  const reset = resetFor(answer, at);
  const soon = new Date(at.getTime() + retrySeconds(triesMade(submission)) * 1000);
  const notBefore = (reset === undefined ? soon : resumeTime(reset, submission)).toISOString();
  const reason = reasonOf(answer);
  await ledger.moveSubmission(submission, {
    type: 'parked',
    at: at.toISOString(),
    owner,
    notBefore,
    reason,
    outcome,
  });
}

interface Ended {
  readonly run: Run;
  readonly submission: Submission;
  /** Set if one attempt decides; else its import does. */
  readonly owner?: string;
}

/** Names the attempt or the import that decides, so that no other one is ended. */
function sourceOf({ submission, owner }: Ended): { readonly owner?: string; readonly importId?: string } {
  if (owner !== undefined) return { owner };
  const { status, importId } = submission;
  return status === 'accepted' && importId !== undefined ? { importId } : {};
}

/** Writes the outcomes before the ledger's entry, so that a submission that ended always has them. */
export async function writeEnd(
  ended: Ended,
  { status, reason, outcomes }: BatchEnd,
  { files, ledger, now }: Pick<RecordServices, 'ledger' | 'files' | 'now'>,
): Promise<void> {
  const { run, submission } = ended;
  await batchObjects.outcomes.write(submission, outcomes, files);
  await ledger.moveSubmission(submission, {
    type: 'ended',
    at: now().toISOString(),
    status,
    counts: await countBatch(run, { phase: submission.phase, outcomes }, files),
    ...(reason && { reason }),
    ...sourceOf(ended),
  });
}
