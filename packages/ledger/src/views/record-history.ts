import * as z from 'zod';
import type { MigrationJson } from './migration-json.ts';
import type { RunSummary } from './run-view.ts';

/**
 * How sure the values of a write are. `covered`: the history of the run has the hash of them. `altered`: what is stored is not
 * what was stored then, so no values are shown. `notCovered`: nothing says whether they are those that were written.
 */
export const valueProofs = ['covered', 'altered', 'notCovered'] as const;
export type ValueProof = (typeof valueProofs)[number];

/** A write of the record, as the service answers it. Parts are absent that are no longer stored. */
const writeSchema = z.looseObject({
  version: z.int().optional(),
  date: z.string().nullish(),
  action: z.enum(['create', 'update', 'delete']).optional(),
  /** Each changed field, as it was and as it is since. */
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])).optional(),
  operation: z.string().optional(),
  by: z.string().optional(),
  from: z.string().optional(),
  importId: z.string().optional(),
  number: z.int().optional(),
  status: z.string().optional(),
  /** The hash of what the import keeps of its values, these among them. */
  valuesSha256: z.string().optional(),
  /** What the service has of this write is not what it stored then. */
  altered: z.literal(true).optional(),
  undo: z
    .looseObject({
      outcome: z.enum(['reversed', 'kept', 'failed']).optional(),
      reason: z.string().optional(),
      by: z.string(),
      startedDate: z.string(),
      endedDate: z.string().nullable(),
    })
    .optional(),
});
type Write = z.infer<typeof writeSchema>;

/** A page of the history of a record, as the service answers it: newest first. */
export const recordHistoryPageSchema = z.object({
  record: z.looseObject({ id: z.string(), schema: z.string(), deleted: z.boolean(), version: z.int() }),
  items: z.array(writeSchema),
  /** Whether the record began here, or what was before is no longer stored. */
  end: z.enum(['further', 'began', 'lost']),
  nextCursor: z.string().optional(),
});
export type RecordHistoryPage = z.infer<typeof recordHistoryPageSchema>;

/** The run whose import wrote, and who had a part in it. */
export interface WritingRun extends Pick<
  RunSummary,
  'runId' | 'key' | 'droppedBy' | 'principal' | 'droppedFrom' | 'profile' | 'startedAt' | 'status'
> {
  /** In the sheet. Empty once they are no longer stored. */
  readonly rows: readonly number[];
  readonly approved?: { readonly at: string; readonly by: string } | undefined;
  readonly migration?: (RunSummary['migration'] & Partial<Pick<MigrationJson, 'startedBy'>>) | undefined;
  /** Who asked to undo the whole run, if that was the undo of the import. */
  readonly undoneBy?: string | undefined;
}

export type RecordWrite = Write & {
  readonly run?: WritingRun | undefined;
  readonly values: ValueProof;
};

/** What an import of a run wrote to a record. */
export interface WrittenRows {
  /** Of the sheet. */
  readonly rows: readonly number[];
  /** The hash of the values of the import, as its end in the history has it; another text if that is not what was written. */
  readonly valuesSha256?: string | undefined;
}

/** What the import history knows of the runs that wrote a record. */
export interface WritingRuns {
  /** The runs that a list names for an import. Nothing proves the list, so only `rows` tells whether a run has the import. */
  of(importId: string): AsyncIterable<RunSummary>;
  /** Undefined where the run has no such import. */
  rows(
    runId: string,
    of: Readonly<Record<'importId' | 'recordId', string>>,
  ): Promise<WrittenRows | undefined>;
  /** Who or what started a migration. */
  startedBy(migrationId: string): Promise<string | undefined>;
  /** Who asked to undo a whole run, last before this time. */
  undoAskedBy(runId: string, before: string): Promise<string | undefined>;
}

/** Each write of a page, joined with the run that sent it. */
export async function withRuns(
  { record, items }: Pick<RecordHistoryPage, 'record' | 'items'>,
  runs: WritingRuns,
): Promise<RecordWrite[]> {
  const writes: RecordWrite[] = [];
  for (const write of items) writes.push(await withRun(write, record.id, runs));
  return writes;
}

async function withRun(found: Write, recordId: string, runs: WritingRuns): Promise<RecordWrite> {
  const { importId, undo } = found;
  if (importId === undefined) return proven(found, undefined);
  const sent = await sentBy(runs.of(importId), ({ runId }) => runs.rows(runId, { importId, recordId }));
  if (sent === undefined) return proven(found, undefined);
  const { rows, valuesSha256 } = sent.written;
  return {
    ...proven(found, valuesSha256),
    run: { ...(await writingRun(sent.run, { importId, undo }, runs)), rows },
  };
}

/** The first of some runs that has an import, with what it wrote. */
export async function sentBy<Written>(
  named: AsyncIterable<RunSummary>,
  writtenBy: (run: RunSummary) => Promise<Written | undefined>,
): Promise<{ readonly run: RunSummary; readonly written: Written } | undefined> {
  for await (const run of named) {
    const written = await writtenBy(run);
    if (written !== undefined) return { run, written };
  }
  return undefined;
}

/** Who had a part in an import of a run, and in its undo. */
export async function writingRun(
  run: RunSummary,
  { importId, undo }: Pick<Write, 'undo'> & { readonly importId: string },
  runs: Pick<WritingRuns, 'startedBy' | 'undoAskedBy'>,
): Promise<Omit<WritingRun, 'rows'>> {
  const { runId, key, droppedBy, principal, droppedFrom, profile, startedAt, status, migration } = run;
  return {
    ...{ runId, key, droppedBy, principal, droppedFrom, profile, startedAt, status },
    approved: run.approval?.approved,
    migration: migration && { ...migration, startedBy: await runs.startedBy(migration.migrationId) },
    undoneBy: undo && (await undoneBy(run, { importId, at: undo.startedDate }, runs)),
  };
}

/** A write with its values, unless they are not those that the history names. */
function proven(write: Write, expected: string | undefined): RecordWrite {
  const isAltered = write.altered === true || (expected !== undefined && write.valuesSha256 !== expected);
  if (isAltered) return { ...write, changes: undefined, values: 'altered' };
  return { ...write, values: expected === undefined ? 'notCovered' : 'covered' };
}

/** Who asked for the undo of the whole run. Undefined if an operator reverted this import alone. */
async function undoneBy(
  { runId, reverts = [] }: RunSummary,
  { importId, at }: Readonly<Record<'importId' | 'at', string>>,
  runs: Pick<WritingRuns, 'undoAskedBy'>,
): Promise<string | undefined> {
  const isAlone = reverts.some((one) => one.importId === importId && one.startedDate === at);
  return isAlone ? undefined : runs.undoAskedBy(runId, at);
}
