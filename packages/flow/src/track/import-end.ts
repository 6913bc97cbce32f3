import type { ImportStatus } from '@sluice/contract';
import { log } from '@sluice/lambda-kit';
import type { Submission } from '@sluice/ledger';
import { readBatchObject } from '../submit/batch-object.ts';
import { countBatch } from '../undo/batch-counts.ts';
import { mayHaveLanded } from '../submit/attempts.ts';
import { afterDryRun, endOfDryUnmade } from '../submit/check-batch.ts';
import { besideEarlierCopy, endOfImport, type BatchEnd } from '../submit/batch-end.ts';
import { runKeys } from '../run-objects.ts';
import { askService } from './import-status.ts';
import { awaitedFor, horizonMs } from './import-age.ts';
import { keepPreview, type KeptPreview } from './keep-preview.ts';
import type { TrackedRun, TrackRunServices } from './tracked-run.ts';
import { endBesideCopies, otherImports } from '../late/other-copies.ts';

/** What was found of an import whose end is awaited. */
export type Found =
  | { readonly kind: 'ended' | 'notYet' }
  | { readonly kind: 'stuck'; readonly reason: string }
  | { readonly kind: 'rest'; readonly seconds: number };

export interface Around {
  readonly tracked: TrackedRun;
  readonly services: TrackRunServices;
}

export async function readEnd(submission: Submission, status: ImportStatus, around: Around): Promise<Found> {
  if (submission.phase === 'dry' && (status.success || status.error))
    return readDryRun(submission, status, around);
  const rows = await rowsOf(submission, around.services);
  const batch = { phase: submission.phase, rows };
  const newest = endOfImport(batch, status);
  const others = newest.status === 'succeeded' ? [] : otherImports(submission);
  const end = await endBesideCopies(others, {
    batch,
    end: newest,
    mayWait: awaitedFor(submission, around.services) <= horizonMs,
    ask: (importId) => askService(around.services.service, importId),
  });
  if (end === undefined) return { kind: 'notYet' };
  const isOpen = mayHaveLanded(submission) && !around.services.idempotencyKey;
  await writeEnd(submission, isOpen ? besideEarlierCopy(end) : end, around);
  return { kind: 'ended' };
}

/** A dry run that passed tells nothing of rows yet; of one that did not the others are asked again. */
async function readDryRun(submission: Submission, status: ImportStatus, around: Around): Promise<Found> {
  const { tracked, services } = around;
  const reply = status.success
    ? ({ kind: 'passed' } as const)
    : ({ kind: 'refused', message: status.errorMessage ?? '' } as const);
  const checked = await afterDryRun({ run: tracked.run, submission }, reply, services);
  if (checked.kind === 'ended') {
    const { preview } = status;
    const end = await withPreview(submission, { end: checked.end, preview }, around);
    await writeEnd(submission, end, around);
  } else
    await tracked.move(submission, {
      ...checked.event,
      at: services.now().toISOString(),
      ...ofImport(submission),
    });
  return { kind: 'ended' };
}

/** Where somebody may be asked, nothing goes on of which nobody could say what it would do. */
async function withPreview(
  submission: Submission,
  { end, preview }: { readonly end: BatchEnd; readonly preview: ImportStatus['preview'] },
  { tracked, services }: Around,
): Promise<KnownEnd> {
  if (!tracked.run.mayAsk || end.status !== 'succeeded') return end;
  const foretold = await keepPreview(submission, preview, services.files);
  if (foretold !== undefined) return { ...end, foretold };
  return { status: 'failed', reason: 'what was sent is not kept any more', outcomes: [] };
}

/** A dry run that is lost has done nothing; a real import may have: a person looks. */
export async function recordLost(submission: Submission, reason: string, around: Around): Promise<Found> {
  if (submission.phase === 'real') return { kind: 'stuck', reason };
  await writeEnd(submission, await endOfDryUnmade(submission, reason, around.services), around);
  return { kind: 'ended' };
}

async function rowsOf(submission: Submission, { files }: TrackRunServices): Promise<readonly number[]> {
  const object = await readBatchObject(submission, files);
  if (object !== undefined) return object.rows;
  // Then the rows cannot be named one by one; the import's end counts for all of them.
  const { runId, batch, phase } = submission;
  log.error('batch_object_missing', new Error('What was sent is not kept any more'), { runId, batch, phase });
  return [];
}

/** That what is told was read of this import: a step that slept must not end what was sent since. */
function ofImport({ importId }: Submission): { readonly importId?: string } {
  return importId === undefined ? {} : { importId };
}

/** With what it foretold of the rows that passed, of a dry run where that is kept. */
interface KnownEnd extends BatchEnd {
  readonly foretold?: KeptPreview;
}

async function writeEnd(submission: Submission, end: KnownEnd, { tracked, services }: Around): Promise<void> {
  const { runId, batch, phase } = submission;
  const { status, reason, foretold } = end;
  if (end.outcomes.length > 0)
    await services.files.put(runKeys.outcomes(runId, submission), JSON.stringify(end.outcomes));
  const ofOutcomes = await countBatch(tracked.run, { phase, outcomes: end.outcomes }, services.files);
  // What was foretold is of the other rows: those that passed.
  const counts = { ...foretold?.counts, ...ofOutcomes };
  const at = services.now().toISOString();
  await tracked.move(submission, {
    type: 'ended',
    at,
    status,
    counts,
    ...ofImport(submission),
    ...(reason && { reason }),
    ...(foretold && { foretold: foretold.sha256 }),
  });
  log.info('submission_ended', { runId, batch, phase, status, ...counts });
}
