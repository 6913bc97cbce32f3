import { sha256 as hashOf } from '@sluice/aws-kit/hash-chain';
import type { Answer, CallOptions } from '@sluice/client';
import type { OperationInput } from '@sluice/contract';
import { log } from '@sluice/aws-kit/handlers';
import { callsSpent, type CallBudget } from '@sluice/ledger/call-budget';
import type { LostTime, Run, Submission, SubmissionRef } from '@sluice/ledger';
import { attemptsMade, mayHaveLanded, mostAttempts, resumeTime, triesMade } from '../attempts/attempts.ts';
import { endUnsent } from '../attempts/batch-end.ts';
import { endOfUnsentDryRun, leaveOutRows } from '../attempts/check-batch.ts';
import { endBatch, isIn } from '../attempts/write-end.ts';
import { reopenForLateImports } from '../late/late-imports.ts';
import { mayHaveGoneOn } from '../attempts/mark-restored.ts';
import type { ServiceCalls } from '../ports.ts';
import { batchObjects, recordSetsSchema, type BatchMessage, type BatchObject } from '../run-objects.ts';
import { failedRows } from '../attempts/problems.ts';
import { recordAnswer, recorder, type RecordServices, type SentAttempt } from './record-answer.ts';

export interface SubmitBatchServices extends RecordServices {
  readonly budget: CallBudget;
  /** Whether the service supports `Idempotency-Key`, an extension of the interface. */
  readonly idempotencyKey: boolean;
  /** Whether an import may name the dry run whose records it expects, an extension too. */
  readonly expectations: boolean;
  /** Of a ledger that was restored. */
  readonly lost?: LostTime | undefined;
  readonly newId: () => string;
}

/** Longer than the function may run, so that an expired lease has no worker. */
const leaseMs = 45_000;

/**
 * Sends a batch if it waits to be sent. In any other state the message is old or a copy: the batch is not sent again
 * (invariants 2, 7), and its tracker finds out what became of it.
 */
export async function submitBatch(message: BatchMessage, services: SubmitBatchServices): Promise<void> {
  const { ledger } = services;
  const ref = { runId: message.runId, batch: message.batch, phase: message.phase };
  const [run, whole] = await Promise.all([ledger.run(ref.runId), ledger.submission(ref)]);
  if (run === undefined || whole === undefined) {
    log.error('batch_not_in_ledger', new Error('A message names a batch that is not in the ledger'), ref);
    return;
  }
  // A worker may have died right after it received the importId.
  if (whole.status !== 'planned') return reopenForLateImports(run, [whole], services);
  // Everything that sends nothing is prepared before the intent.
  if ((await maySend(run, whole, services)) === undefined) return;
  const planned = await leaveOutFailedRows(run, whole, services);
  if (planned?.status !== 'planned') return;
  const object = await batchObjects.records.read(planned, services.files);
  const reason = whyGivenUp(planned, object);
  if (reason !== undefined) return giveUp({ run, submission: planned }, { object, reason }, services);
  if (object === undefined) return;
  const calls = await connect(ref, services);
  if (calls !== undefined && !(await takeCall(planned, services))) return;
  const attempt = await recordIntent({ run, planned, object }, services);
  if (attempt === undefined) return services.budget.giveBack('send', 1);
  // Now no other worker can send this batch. Meanwhile the run, or the rows to check, may have changed.
  const isSame = attempt.submission.sha256 === planned.sha256;
  const passed = isSame
    ? await maySend(await ledger.run(ref.runId), attempt.submission, services)
    : undefined;
  if (passed === undefined || !isLeased(attempt, services)) return releaseAttempt(attempt, services);
  const answer = calls === undefined ? notConnected : await send(calls, { ...attempt, ...passed }, services);
  await recordAnswer(attempt, answer, services);
}

/** Without credentials the batch waits as it does while the service is out of reach (invariant 11). */
const notConnected: Answer<'import'> = { kind: 'noAnswer', sent: 'no', detail: 'no credentials' };

async function connect(
  ref: SubmissionRef,
  { service }: SubmitBatchServices,
): Promise<ServiceCalls | undefined> {
  try {
    return await service.connect();
  } catch (error) {
    const { runId, batch, phase } = ref;
    log.error('credentials_unavailable', error, { runId, batch, phase });
    return undefined;
  }
}

/** Without calls left in this hour the batch waits in the ledger, and its message is done (invariant 11). */
async function takeCall(planned: Submission, { ledger, budget, now }: SubmitBatchServices): Promise<boolean> {
  const { calls, again } = await budget.take('send');
  if (calls > 0) return true;
  const notBefore = resumeTime(again ?? now(), planned).toISOString();
  const at = now().toISOString();
  await ledger.moveSubmission(planned, { type: 'deferred', at, notBefore, reason: callsSpent });
  return false;
}

interface Passed {
  /** The dry run that a real import follows. */
  readonly dryRun?: string | undefined;
}

/** Only while the run is in this phase and not cancelled, and for real only bytes that passed their dry run (invariant 5). */
async function maySend(
  run: Run | undefined,
  submission: Submission,
  { ledger, lost }: SubmitBatchServices,
): Promise<Passed | undefined> {
  if (run?.cancel !== undefined) return undefined;
  if (submission.phase === 'dry') return run?.status === 'checking' ? {} : undefined;
  // Its tracker first assumes that it was sent in the time that a restored ledger lost.
  if (run?.status !== 'importing' || mayHaveGoneOn(run, lost)) return undefined;
  const dry = await ledger.submission({ ...submission, phase: 'dry' });
  return dry?.status === 'succeeded' && dry.sha256 === submission.sha256
    ? { dryRun: dry.importId }
    : undefined;
}

/**
 * In a run that skips invalid rows, a batch may contain rows that reading found wrong later. They are left out before it is
 * sent.
 */
async function leaveOutFailedRows(
  run: Run,
  submission: Submission,
  services: SubmitBatchServices,
): Promise<Submission | undefined> {
  const mayContainSome = run.invalidRows === 'skip' && (run.reading?.failed ?? 0) > 0;
  if (!mayContainSome || submission.phase === 'real' || submission.round !== undefined) return submission;
  const failed = await failedRows(run.runId, services.files);
  const again = await leaveOutRows(submission, (row) => isIn(failed, row), services);
  if (again === undefined) return submission;
  if (again === 'nothingLeft') {
    const reason = 'every row of the batch was invalid when the file was read';
    await endBatch(
      { run, submission, by: {} },
      { status: 'failed', reason, outcomes: [] },
      recorder(services),
    );
    return undefined;
  }
  const at = services.now().toISOString();
  return (await services.ledger.moveSubmission(submission, { ...again, at })).now;
}

/** Why this batch can never be sent. */
function whyGivenUp(submission: Submission, object: BatchObject | undefined): string | undefined {
  if (triesMade(submission) >= mostAttempts) return `given up after ${mostAttempts} attempts`;
  if (object === undefined || hashOf(object.body) !== submission.sha256)
    return 'the object of the batch is not what was planned';
  return undefined;
}

async function giveUp(
  { run, submission }: { readonly run: Run; readonly submission: Submission },
  { object, reason }: { readonly object: BatchObject | undefined; readonly reason: string },
  services: SubmitBatchServices,
): Promise<void> {
  const { phase } = submission;
  const mayBeWritten = mayHaveLanded(submission);
  const end =
    phase === 'dry'
      ? await endOfUnsentDryRun(submission, reason, services)
      : endUnsent({ phase, rows: object?.rows ?? [] }, { reason, mayBeWritten });
  await endBatch({ run, submission, by: {} }, end, recorder(services));
}

/** Writes the durable intent: only its owner may send (invariant 2). */
async function recordIntent(
  { run, planned, object }: { readonly run: Run; readonly planned: Submission; readonly object: BatchObject },
  services: SubmitBatchServices,
): Promise<SentAttempt | undefined> {
  const { ledger, now, newId } = services;
  const at = now();
  const owner = newId();
  const leaseUntil = new Date(at.getTime() + leaseMs).toISOString();
  const event = {
    type: 'sendStarted',
    at: at.toISOString(),
    owner,
    leaseUntil,
    ...(isKeyed(planned, services) && { keyed: true as const }),
  } as const;
  const moved = await ledger.moveSubmission(planned, event, planned);
  return moved.moved ? { owner, run, object, submission: moved.now } : undefined;
}

/** A process may have been suspended since its intent, with the whole machine; its tracker may have sent the batch again by now. */
function isLeased({ submission }: SentAttempt, { now }: SubmitBatchServices): boolean {
  const leaseUntil = submission.attempts.at(-1)?.leaseUntil ?? '';
  return now().toISOString() < leaseUntil;
}

async function releaseAttempt(
  { submission, owner }: SentAttempt,
  { ledger, budget, now }: SubmitBatchServices,
): Promise<void> {
  budget.giveBack('send', 1);
  const reason = 'the run has moved on, or the lease has ended';
  await ledger.moveSubmission(submission, { type: 'notSent', at: now().toISOString(), owner, reason });
}

/** Never with notification addresses: even a dry run would notify them (invariant 6). */
function send(
  calls: ServiceCalls,
  { run, submission, object, dryRun }: SentAttempt & Passed,
  services: SubmitBatchServices,
) {
  const { runId, batch, phase, sha256 } = submission;
  const isRepeatable = isKeyed(submission, services);
  const input: OperationInput<'import'> = {
    dryRun: phase === 'dry',
    filename: displayName(run, submission, isRepeatable),
    recordSets: [object.before?.body ?? '[]', object.body].flatMap((body) =>
      recordSetsSchema.parse(JSON.parse(body)),
    ),
    // What the dry run saw is what is written (invariant 24).
    ...(services.expectations && dryRun !== undefined && { asInDryRun: dryRun }),
  };
  // Every attempt has the same key, so the batch is imported once.
  const options: CallOptions = isRepeatable ? { idempotencyKey: `${runId}-${batch}-${sha256}` } : {};
  return calls.import(input, options);
}

const isKeyed = ({ phase }: Submission, { idempotencyKey }: Pick<SubmitBatchServices, 'idempotencyKey'>) =>
  idempotencyKey && phase === 'real';

/** The import's name in the service. Under an idempotency key every attempt must have the same body. */
function displayName(run: Run, submission: Submission, isRepeatable: boolean): string {
  const attempt = isRepeatable ? '' : ` attempt ${attemptsMade(submission)}`;
  const name = run.fileName.slice(0, 200).toWellFormed();
  return `${name} [run ${run.runId} batch ${submission.batch}${attempt}]`;
}
