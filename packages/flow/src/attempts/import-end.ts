import type { ImportStatus, Preview } from '@sluice/contract';
import { readValues } from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import { hashOfValues, mayAsk, type Run, type Submission } from '@sluice/ledger';
import { countBatch } from './batch-counts.ts';
import { areOneByKey, mayHaveLanded, mayBeSentSince } from './attempts.ts';
import { changedRows } from './changed-rows.ts';
import { afterDryRun, endOfUnsentDryRun } from './check-batch.ts';
import { withEarlierCopy, endOfImport, sentBatch, type BatchEnd } from './batch-end.ts';
import { numberingOf } from './numbering.ts';
import { keepPreview, type KeptPreview } from './preview.ts';
import { wholePreview } from './whole-preview.ts';
import { batchObjects } from '../run-objects.ts';
import { awaitedFor, stuckAfterMs, importStatusOf } from './import-status.ts';
import type { TrackedRun, TrackRunServices } from './tracked-run.ts';
import { endBesideCopies, otherImports } from './other-copies.ts';

export type PollResult =
  | { readonly kind: 'ended' }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'stuck'; readonly reason: string }
  /** Without calls, with the reason as a part of a sentence. */
  | { readonly kind: 'rest'; readonly seconds: number; readonly why: string };

export interface PollContext {
  readonly tracked: TrackedRun;
  readonly services: TrackRunServices;
}

export async function recordEnd(
  submission: Submission,
  status: ImportStatus,
  context: PollContext,
): Promise<PollResult> {
  if (submission.phase === 'dry' && (status.success || status.error))
    return recordDryRun(submission, status, context);
  const numbering = status.success ? undefined : await numberingOf(submission.runId, context.services.files);
  const batch = sentBatch(submission.phase, await objectOf(submission, context.services), numbering);
  const newest = endOfImport(batch, status);
  const others = newest.status === 'succeeded' ? [] : otherImports(submission);
  const end = await endBesideCopies(others, {
    batch,
    end: newest,
    mayWait: awaitedFor(submission, context.services) <= stuckAfterMs,
    ask: (importId) => importStatusOf(importId, context.services.service),
  });
  if (end === undefined) return { kind: 'notYet' };
  const mayBeWritten =
    mayHaveLanded(submission) &&
    !areOneByKey(submission, { since: mayBeSentSince(submission, context.tracked.run) });
  const known = { ...(mayBeWritten ? withEarlierCopy(end) : end), values: valuesHash(status) };
  await writeEnd(submission, known, context);
  return { kind: 'ended' };
}

/** Of an export. */
const hasEditedRows = ({ reading }: Run): boolean => (reading?.exports ?? 0) > 0;
const needsPreview = (run: Run): boolean => mayAsk(run) || hasEditedRows(run);

/** After a refused dry run, the rows that were not refused are checked again. */
async function recordDryRun(
  submission: Submission,
  status: ImportStatus,
  context: PollContext,
): Promise<PollResult> {
  const { tracked, services } = context;
  const { run } = tracked;
  const mayWait = awaitedFor(submission, services) <= stuckAfterMs;
  const isShown = status.success && needsPreview(run);
  const preview = isShown ? await wholePreview(status.preview, { ...services, mayWait }) : undefined;
  if (preview !== undefined && 'kind' in preview) return preview;
  const object =
    hasEditedRows(run) && isShown ? await batchObjects.records.read(submission, services.files) : undefined;
  const changed = object && (await changedRows(submission, { object, preview }, services));
  const reply = status.success
    ? ({ kind: 'passed', changed } as const)
    : ({ kind: 'refused', message: status.errorMessage ?? '' } as const);
  const checked = await afterDryRun({ run, submission }, reply, services);
  if (checked.kind === 'ended') {
    const end = await withPreview(submission, { end: checked.end, preview }, context);
    await writeEnd(submission, { ...end, values: valuesHash(status) }, context);
  } else
    await tracked.move(submission, {
      ...checked.event,
      at: services.now().toISOString(),
      ...importIdOf(submission),
    });
  return { kind: 'ended' };
}

/** A run that may ask for approval does not go on without a preview to approve. Later drops of an export read it, too. */
async function withPreview(
  submission: Submission,
  { end, preview }: { readonly end: BatchEnd; readonly preview: Preview | undefined },
  { tracked, services }: PollContext,
): Promise<KnownEnd> {
  if (!needsPreview(tracked.run) || end.status !== 'succeeded') return end;
  const leftOut = new Set(end.outcomes.map(({ row }) => row));
  const kept = await keepPreview(submission, { preview, leftOut }, services.files);
  if (!mayAsk(tracked.run)) return end;
  if (kept !== undefined) return { ...end, preview: kept };
  return { status: 'failed', reason: 'the object of the batch is missing', outcomes: [] };
}

/** A lost dry run has written nothing. A lost real import may have, so a person checks it. */
export async function recordLost(
  submission: Submission,
  reason: string,
  context: PollContext,
): Promise<PollResult> {
  if (submission.phase === 'real') return { kind: 'stuck', reason };
  await writeEnd(submission, await endOfUnsentDryRun(submission, reason, context.services), context);
  return { kind: 'ended' };
}

async function objectOf(submission: Submission, { files }: TrackRunServices) {
  const object = await batchObjects.records.read(submission, files);
  if (object !== undefined) return object;
  const { runId, batch, phase } = submission;
  log.error('batch_object_missing', new Error('The rows of a batch cannot be named'), {
    runId,
    batch,
    phase,
  });
  return undefined;
}

/** Names the import that was polled: a step that slept must not end what was sent meanwhile. */
function importIdOf({ importId }: Submission): { readonly importId?: string } {
  return importId === undefined ? {} : { importId };
}

interface KnownEnd extends BatchEnd {
  /** Present after a dry run of a run that may ask for approval. */
  readonly preview?: KeptPreview;
  readonly values?: string | undefined;
}

/** Covers what the service keeps of the values of this import. Undefined for a server that has nothing of the kind. */
function valuesHash({ importId, preview }: ImportStatus): string | undefined {
  const values = readValues(preview);
  return values?.importId === importId ? hashOfValues(values) : undefined;
}

async function writeEnd(
  submission: Submission,
  end: KnownEnd,
  { tracked, services }: PollContext,
): Promise<void> {
  const { runId, batch, phase } = submission;
  const { status, reason, preview, values } = end;
  if (end.outcomes.length > 0) await batchObjects.outcomes.write(submission, end.outcomes, services.files);
  const ofOutcomes = await countBatch(tracked.run, { phase, outcomes: end.outcomes }, services.files);
  // The preview has the rows that passed, the outcomes the others.
  const counts = { ...preview?.counts, ...ofOutcomes };
  const at = services.now().toISOString();
  await tracked.move(submission, {
    type: 'ended',
    at,
    status,
    counts,
    ...importIdOf(submission),
    ...(reason && { reason }),
    ...(values !== undefined && { valuesSha256: values }),
    ...(preview && { previewSha256: preview.sha256, recordCounts: preview.recordCounts }),
  });
  log.info('submission_ended', { runId, batch, phase, status, ...counts });
}
