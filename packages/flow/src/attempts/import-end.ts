import type { ImportStatus, Preview } from '@sluice/contract';
import { readValues } from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import { hashOfValues, mayAsk, type Run, type Submission } from '@sluice/ledger';
import { changedRows } from './changed-rows.ts';
import { endOfUnsentDryRun } from './check-batch.ts';
import { endBatch, endDryRun, type Ending, type EndServices, type KnownEnd } from './write-end.ts';
import { withEarlierCopy, endOfImport, sentBatch, type BatchEnd } from './batch-end.ts';
import { mayHaveEarlierCopy, type AfterStatus } from './next.ts';
import { numberingOf } from './numbering.ts';
import { keepPreview } from './preview.ts';
import { wholePreview } from './whole-preview.ts';
import { batchObjects } from '../run-objects.ts';
import { awaitedFor, stuckAfterMs, importStatusOf } from './import-status.ts';
import type { TrackedRun, TrackRunServices } from './tracked-run.ts';
import { endBesideCopies, otherImports } from './other-copies.ts';

/** What a poll found, once what follows from it is written. */
export type PollResult = { readonly kind: 'ended' } | Exclude<AfterStatus, { kind: 'done' | 'lost' }>;

export interface PollContext {
  readonly tracked: TrackedRun;
  readonly services: TrackRunServices;
}

/** Records how an import ended, or that its dry run is lost. */
export async function recordEnd(
  submission: Submission,
  next: Extract<AfterStatus, { kind: 'done' | 'lost' }>,
  context: PollContext,
): Promise<PollResult> {
  if (next.kind === 'lost') {
    const end = await endOfUnsentDryRun(submission, next.reason, context.services);
    await endBatch(endingOf(submission, context), end, recorder(context));
    return { kind: 'ended' };
  }
  const { status } = next;
  if (submission.phase === 'dry' && (status.success || status.error))
    return recordDryRun(submission, status, context);
  const numbering = status.success ? undefined : await numberingOf(submission.runId, context.services.files);
  const batch = sentBatch(submission.phase, await objectOf(submission, context.services), numbering);
  const newest = endOfImport(batch, status);
  const others = newest.status === 'succeeded' ? [] : otherImports(submission);
  const { run } = context.tracked;
  const end = await endBesideCopies(others, {
    batch,
    end: newest,
    mayWait: mayWait(submission, context.services),
    ask: (importId) => importStatusOf(importId, context.services.service),
  });
  if (end === undefined) return { kind: 'notYet' };
  const known = mayHaveEarlierCopy({ run, submission }) ? withEarlierCopy(end) : end;
  await endBatch(endingOf(submission, context), { ...known, values: valuesHash(status) }, recorder(context));
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
  const isShown = status.success && needsPreview(run);
  const preview = isShown
    ? await wholePreview(status.preview, { ...services, mayWait: mayWait(submission, services) })
    : undefined;
  if (preview !== undefined && 'kind' in preview) return preview;
  const object =
    hasEditedRows(run) && isShown ? await batchObjects.records.read(submission, services.files) : undefined;
  const changed = object && (await changedRows(submission, { object, preview }, services));
  const reply = status.success
    ? ({ kind: 'passed', changed } as const)
    : ({ kind: 'refused', message: status.errorMessage ?? '' } as const);
  const withMore = async (end: BatchEnd): Promise<KnownEnd> => ({
    ...(await withPreview(submission, { end, preview }, context)),
    values: valuesHash(status),
  });
  await endDryRun(endingOf(submission, context), reply, { ...recorder(context), withMore });
  return { kind: 'ended' };
}

const mayWait = (submission: Submission, { now }: TrackRunServices): boolean =>
  awaitedFor(submission, now()) <= stuckAfterMs;

/** Names the import that was polled: a step that slept must not end what was sent meanwhile. */
const endingOf = (submission: Submission, { tracked }: PollContext): Ending => {
  const { importId } = submission;
  return { run: tracked.run, submission, by: importId === undefined ? {} : { importId } };
};

const recorder = ({ tracked, services }: PollContext): EndServices => ({ ...services, move: tracked.move });

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

/** Covers what the service keeps of the values of this import. Undefined for a server that has nothing of the kind. */
function valuesHash({ importId, preview }: ImportStatus): string | undefined {
  const values = readValues(preview);
  return values?.importId === importId ? hashOfValues(values) : undefined;
}
