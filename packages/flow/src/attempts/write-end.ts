import { log } from '@sluice/aws-kit/handlers';
import type { RowOutcome } from '@sluice/import-plan';
import type { Ledger, Phase, RowCounts, Run, Submission, SubmissionEvent } from '@sluice/ledger';
import { countRows, type BatchEnd } from './batch-end.ts';
import { afterDryRun, type DryRunResult } from './check-batch.ts';
import type { Decider } from './next.ts';
import type { KeptPreview } from './preview.ts';
import { failedRows } from './problems.ts';
import type { Clock, Files } from '../ports.ts';
import { batchObjects } from '../run-objects.ts';

export interface EndServices {
  readonly ledger: Pick<Ledger, 'batch' | 'submissions'>;
  readonly files: Pick<Files, 'get' | 'put' | 'stream'>;
  readonly now: Clock;
  /** Asks the ledger for the transition. */
  readonly move: (submission: Submission, event: SubmissionEvent) => Promise<unknown>;
}

/** A batch that ends, and what decides that. */
export interface Ending {
  readonly run: Run;
  readonly submission: Submission;
  readonly by: Decider;
}

export interface KnownEnd extends BatchEnd {
  /** Present after a dry run of a run that may ask for approval. */
  readonly preview?: KeptPreview;
  readonly values?: string | undefined;
}

/** Writes the outcomes before the ledger's entry, so that a submission that ended always has them. */
export async function endBatch(
  { run, submission, by }: Ending,
  { status, reason, outcomes, preview, values }: KnownEnd,
  { files, now, move }: EndServices,
): Promise<void> {
  const { runId, batch, phase } = submission;
  if (outcomes.length > 0 || status !== 'succeeded')
    await batchObjects.outcomes.write(submission, outcomes, files);
  // The preview has the rows that passed, the outcomes the others.
  const counts = { ...preview?.counts, ...(await countBatch(run, { phase, outcomes }, files)) };
  await move(submission, {
    type: 'ended',
    at: now().toISOString(),
    status,
    counts,
    ...by,
    ...(reason && { reason }),
    ...(values !== undefined && { valuesSha256: values }),
    ...(preview && { previewSha256: preview.sha256, recordCounts: preview.recordCounts }),
  });
  log.info('submission_ended', { runId, batch, phase, status, ...counts });
}

/** Ends a dry run, or checks its other rows again until every bad one is known. */
export async function endDryRun(
  ending: Ending,
  reply: DryRunResult,
  {
    withMore = (end) => end,
    ...services
  }: EndServices & { withMore?: (end: BatchEnd) => KnownEnd | Promise<KnownEnd> },
): Promise<void> {
  const { submission, by } = ending;
  const checked = await afterDryRun(ending, reply, services);
  if (checked.kind === 'ended') return endBatch(ending, await withMore(checked.end), services);
  await services.move(submission, { ...checked.event, at: services.now().toISOString(), ...by });
}

/**
 * The row counts of one batch. A row may fail at reading after it was put into its batch, as twins do. When a dry run refuses it as well,
 * it still counts once (invariant 1).
 */
export async function countBatch(
  run: Pick<Run, 'runId' | 'reading'>,
  { phase, outcomes }: { readonly phase: Phase; readonly outcomes: readonly RowOutcome[] },
  files: Pick<Files, 'stream'>,
): Promise<RowCounts> {
  const maybeTwice = phase === 'dry' && (run.reading?.failed ?? 0) > 0;
  if (!maybeTwice || !outcomes.some(({ status }) => status === 'failed')) return countRows(outcomes);
  const known = await failedRows(run.runId, files);
  return countRows(outcomes.filter(({ row, status }) => status !== 'failed' || !isIn(known, row)));
}

/** Whether ascending numbers hold this one. */
export function isIn(sorted: Uint32Array, row: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === row;
}
