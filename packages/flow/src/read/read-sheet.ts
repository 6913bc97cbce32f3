import {
  planSteps,
  PlanError,
  understood,
  type PlannedBatch,
  type PlanStep,
  type PlanTotals,
  type Settings,
} from '@sluice/import-plan';
import { LedgerError, type Ledger, type Reading, type Run } from '@sluice/ledger';
import { openSheet, SheetError, sheetLimits } from '@sluice/sheets';
import { dropSource, hashedSource } from './drop-source.ts';
import { parallel } from '@sluice/parallel';
import { openLineSink, type LineSink } from './line-sink.ts';
import { ObjectNotFound, type Files } from '../ports.ts';
import { runKeys, type BatchObject, type ProblemLine } from '../run-objects.ts';

export interface ReadSheetServices {
  readonly drops: Pick<Files, 'stream'>;
  readonly files: Pick<Files, 'put' | 'upload'>;
  readonly ledger: Pick<Ledger, 'batches' | 'planBatch'>;
}

export type SheetRead =
  | { readonly kind: 'read'; readonly reading: Reading; readonly sha256: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly sha256?: string | undefined };

/**
 * Reads the drop into batches: objects in the files bucket, and entries of the ledger. The same bytes and settings
 * give the same keys and contents, so that a repeat after a crash changes nothing (invariant 14).
 * @throws whatever may go away by itself; what never will is a refusal
 */
export async function readSheet(
  run: Run,
  settings: Settings,
  services: ReadSheetServices,
): Promise<SheetRead> {
  if (run.bytes > sheetLimits.fileBytes) return { kind: 'refused', reason: tooManyBytes(run.bytes) };
  const source = hashedSource(dropSource(run, services.drops));
  const problems = openLineSink(services.files, runKeys.problems(run.runId));
  try {
    const plan = planSteps({ open: () => openSheet(source, settings.reading), settings });
    const totals = await keepSteps(plan, { run, problems }, services);
    await problems.close();
    return { kind: 'read', reading: readingOf(totals), sha256: await source.sha256() };
  } catch (error) {
    await problems.abandon();
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    const sha256 = error instanceof ObjectNotFound ? undefined : await source.sha256();
    return { kind: 'refused', reason, sha256 };
  }
}

/** A run is an item of the ledger, which takes 400 KB. */
const most = { notes: 40, characters: 1000 };

function readingOf({ rows, batches, failed, skipped, notes, facts }: PlanTotals): Reading {
  const told = [understood(facts), ...notes].slice(0, most.notes);
  const shortened = told.map((note) => note.slice(0, most.characters).toWellFormed());
  return { rows, batches, failed, skipped, notes: shortened };
}

/** Batches on their way into bucket and ledger; each may have a megabyte. */
const batchesAtOnce = 8;

async function keepSteps(
  plan: ReturnType<typeof planSteps>,
  { run, problems }: { readonly run: Run; readonly problems: LineSink },
  services: ReadSheetServices,
): Promise<PlanTotals> {
  // What a reading that broke off has kept need not be written again: so that each try at a huge sheet comes further.
  const kept = new Map(
    (await services.ledger.batches(run.runId)).map(({ number, sha256 }) => [number, sha256]),
  );
  const keeping = parallel(batchesAtOnce);
  try {
    for (;;) {
      const step = await plan.next();
      if (step.done) return step.value;
      if (step.value.kind !== 'batch') {
        await problems.write(JSON.stringify(lineOf(step.value)));
        continue;
      }
      const { batch } = step.value;
      if (kept.get(batch.number) !== batch.sha256) await keeping.begin(() => keepBatch(run, batch, services));
    }
  } finally {
    await keeping.end();
  }
}

function lineOf(step: Exclude<PlanStep, { kind: 'batch' }>): ProblemLine {
  return step.kind === 'problem' ? step.problem : { row: step.row, twinOf: step.twinOf };
}

/** The object first: a batch in the ledger always has one. */
async function keepBatch(
  { runId }: Run,
  { number, body, sha256, rows, firstRow, lastRow }: PlannedBatch,
  { files, ledger }: ReadSheetServices,
): Promise<void> {
  const objectKey = runKeys.batch(runId, number, sha256);
  const object: BatchObject = { v: 1, rows: [...rows], body };
  await files.put(objectKey, JSON.stringify(object));
  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rows.length, firstRow, lastRow });
}

/** Why the drop can never be read, in words for the person who dropped it; undefined for what may pass. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof SheetError || error instanceof PlanError) return error.message;
  if (error instanceof ObjectNotFound) return 'The file was deleted before it could be read. Drop it again.';
  if (error instanceof LedgerError && error.code === 'batch_differs')
    return 'The file was read differently than before, after a change of Sluice itself. Nothing was written; drop it again.';
  return undefined;
}

function tooManyBytes(bytes: number): string {
  return `The file has ${bytes} bytes. Expected: at most ${sheetLimits.fileBytes} (1 GiB). Split it into several.`;
}
