import { reasonOf } from '@sluice/contract';
import {
  planSteps,
  PlanError,
  sheetOptionsOf,
  understood,
  type PlannedBatch,
  type PlanStep,
  type PlanTotals,
  type Settings,
} from '@sluice/import-plan';
import { log } from '@sluice/aws-kit/handlers';
import { LedgerError, type Ledger, type Proposal, type Reading, type Run } from '@sluice/ledger';
import { openSheet, SheetError, sheetLimits } from '@sluice/sheets';
import { earlierRecords, type EarlierRecords } from './earlier-steps.ts';
import { sourceOf, hashedSource } from './drop-source.ts';
import { parallel } from '@sluice/aws-kit/parallel';
import {
  FailedOverFile,
  inTime,
  reading,
  watchOutside,
  whyUnread,
  type ReadingTime,
} from './reading-guard.ts';
import { proposalFor } from './proposal.ts';
import { noteDrops } from '../attempts/changed-rows.ts';
import { landedFor } from './landed-runs.ts';
import { openLineSink, type LineSink } from './line-sink.ts';
import { ObjectNotDecrypted, ObjectNotFound, type Files } from '../ports.ts';
import { whyOf, type Why } from '../run-reason.ts';
import { batchObjects, runKeys, type BatchObject, type ProblemLine } from '../run-objects.ts';

export interface ReadSheetServices {
  readonly drops: Pick<Files, 'stream'>;
  readonly files: Pick<Files, 'get' | 'put' | 'putOnce' | 'upload'>;
  readonly ledger: Pick<Ledger, 'batches' | 'submissions' | 'planBatch' | 'run'>;
  /** Absent where nothing ends a reading. */
  readonly time?: ReadingTime | undefined;
}

export type SheetRead =
  | {
      readonly kind: 'read';
      readonly reading: Reading;
      readonly sha256: string;
    }
  | {
      readonly kind: 'refused';
      readonly why: Why;
      readonly sha256?: string | undefined;
      readonly proposal?: Proposal | undefined;
    };

/**
 * Reads the drop into batches: objects in the files bucket and entries of the ledger. The same bytes and settings give the
 * same keys and contents, so a repeat after a crash changes nothing (invariant 14).
 * @throws what a retry may cure; the rest is a refusal
 */
export async function readSheet(
  run: Run,
  settings: Settings,
  services: ReadSheetServices,
): Promise<SheetRead> {
  if (run.bytes > sheetLimits.fileBytes) return { kind: 'refused', why: tooManyBytes };
  const outside = watchOutside();
  const source = hashedSource(sourceOf(run, outside.stream(services.drops)));
  const problems = openLineSink(services.files, runKeys.problems(run.runId));
  const { time = { leftMs: () => Infinity, isLast: false } } = services;
  const progress = { batches: 0 };
  try {
    const options = sheetOptionsOf(settings);
    const hasLanded = outside.call(landedFor(run, services));
    const { leftMs } = time;
    const open = async () => inTime(await openSheet(source, options), leftMs);
    const plan = planSteps({ open, settings, hasLanded, target: run.target });
    const next = () => reading(() => plan.next(), outside);
    const earlier = earlierRecords(run, services);
    const { ifChangedSince } = settings;
    const reader = { run, ifChangedSince, problems, earlier, progress };
    const totals = await writeSteps(next, reader, services);
    await noteDrops(run.runId, totals.exports, services.files);
    await problems.close();
    const sha256 = await source.sha256();
    return { kind: 'read', reading: readingOf(totals), sha256 };
  } catch (error) {
    await problems.abandon();
    if (error instanceof FailedOverFile) log.error('file_unreadable', error, { runId: run.runId });
    // A try that has written batches has got further than the one before.
    const why = whyUnread(error, time.isLast || progress.batches === 0) ?? whyRefused(error);
    if (why === undefined) throw error;
    const isUnread = error instanceof ObjectNotFound || error instanceof ObjectNotDecrypted;
    const sha256 = isUnread ? undefined : await source.sha256();
    const proposal = await proposalFor({ run, settings, source, error, outside }, services.files);
    return { kind: 'refused', why, sha256, proposal };
  }
}

/** A run is one item of the ledger, and an item has at most 400 KB. */
const most = { notes: 40, characters: 1000 };

function readingOf({
  rows,
  batches,
  failed,
  skipped,
  landedAlready,
  asExported,
  filtered,
  notes,
  warnings,
  fill,
  exports,
  facts,
}: PlanTotals): Reading {
  const kept = [understood(facts), ...notes].slice(0, most.notes);
  const shortened = kept.map((note) => note.slice(0, most.characters).toWellFormed());
  return {
    rows,
    batches,
    failed,
    skipped,
    ...(landedAlready > 0 && { landedAlready }),
    ...(asExported > 0 && { asExported }),
    ...(exports.length > 0 && { exports: exports.length }),
    ...(filtered > 0 && { filtered }),
    notes: shortened,
    ...(warnings.length > 0 && { warnings }),
    ...(fill.length > 0 && { fill }),
  };
}

interface Reader {
  readonly run: Run;
  readonly ifChangedSince: Settings['ifChangedSince'];
  readonly problems: LineSink;
  readonly earlier: EarlierRecords | undefined;
  /** What was written. */
  readonly progress: { batches: number };
}

/** Written at a time. Each may have a megabyte. */
const batchesAtOnce = 8;

/** Batches wait until they have so many characters together. Each time all earlier steps of a migration are read once. */
const heldAtMost = 16 * 1024 * 1024;

async function writeSteps(
  next: ReturnType<typeof planSteps>['next'],
  { run, ifChangedSince, problems, earlier, progress }: Reader,
  services: ReadSheetServices,
): Promise<PlanTotals> {
  // Batches of an interrupted reading are not written again, so each try at a huge sheet gets further. The submission of a batch
  // is written last.
  const kept = new Map(
    (await services.ledger.submissions(run.runId)).map(({ batch, sha256 }) => [batch, sha256]),
  );
  const keeping = parallel(batchesAtOnce);
  const held: PlannedBatch[] = [];
  const writeHeld = async (): Promise<void> => {
    const batches = held.splice(0);
    const befores = batches.length > 0 ? ((await earlier?.(batches.map(({ body }) => body))) ?? []) : [];
    for (const [at, batch] of batches.entries())
      await keeping.begin(() =>
        writeBatch({ run, ifChangedSince }, { ...batch, before: befores[at] }, services),
      );
  };
  try {
    for (;;) {
      const step = await next();
      if (step.done) {
        await writeHeld();
        return step.value;
      }
      if (step.value.kind !== 'batch') {
        await problems.write(JSON.stringify(lineOf(step.value)));
        continue;
      }
      const { batch } = step.value;
      if (kept.get(batch.number) === batch.sha256) continue;
      // Its body must be taken before the next step.
      held.push({ ...batch });
      progress.batches += 1;
      const characters = held.reduce((sum, { body }) => sum + body.length, 0);
      if (earlier === undefined || characters >= heldAtMost) await writeHeld();
    }
  } finally {
    await keeping.end();
  }
}

function lineOf(step: Exclude<PlanStep, { kind: 'batch' }>): ProblemLine {
  switch (step.kind) {
    case 'problem':
      return step.problem;
    case 'filtered':
      return { row: step.row, filtered: true };
    case 'asExported':
      return { row: step.row, asExported: true };
    case 'landedAlready':
      return { row: step.row, landedIn: step.runId };
    case 'skipped':
      return { row: step.row, twinOf: step.twinOf };
  }
}

/** Writes the object before the ledger's entry, so that an entry always has one. */
async function writeBatch(
  { run: { runId }, ifChangedSince }: Pick<Reader, 'run' | 'ifChangedSince'>,
  {
    number,
    body,
    sha256,
    rows,
    headers,
    rowCount,
    firstRow,
    lastRow,
    before,
    exported: references,
  }: PlannedBatch & Pick<BatchObject, 'before'>,
  { files, ledger }: ReadSheetServices,
): Promise<void> {
  const ref = { runId, batch: number, sha256 };
  const objectKey = batchObjects.records.key(ref);
  const exported =
    references === undefined || ifChangedSince === 'overwrite'
      ? undefined
      : { ifChanged: ifChangedSince, references };
  await batchObjects.records.write(ref, { v: 1, rows: [...rows], headers, body, exported, before }, files);
  await ledger.planBatch({ runId, number, objectKey, sha256, rows: rowCount, firstRow, lastRow });
}

/** Why the drop can never be read, for the person who dropped it. Undefined if a retry may succeed. */
export function whyRefused(error: unknown): Why | undefined {
  if (error instanceof SheetError || error instanceof PlanError) return whyIn(error);
  if (error instanceof ObjectNotFound) return whyOf(reasonOf('file_deleted'));
  if (error instanceof ObjectNotDecrypted) return whyOf(reasonOf('file_encrypted'));
  if (error instanceof LedgerError && error.code === 'batch_differs')
    return whyOf(reasonOf('program_changed'));
  return undefined;
}

const whyIn = ({ message, code }: SheetError | PlanError): Why => ({ reason: message, reasonCodes: [code] });
const tooManyBytes = whyIn(new SheetError({ code: 'file_too_large', most: sheetLimits.fileBytes }));
