import * as z from 'zod';
import type { MigrationJson } from './migration-json.ts';
import type { RunSummary } from './run-view.ts';

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

export type RecordWrite = Write & { readonly run?: WritingRun | undefined };

/** What the import history knows of the runs that wrote a record. */
export interface WritingRuns {
  /** The run that has an import. */
  of(importId: string): Promise<RunSummary | undefined>;
  /** The rows of the sheet that an import of a run wrote to a record. */
  rows(runId: string, of: Readonly<Record<'importId' | 'recordId', string>>): Promise<readonly number[]>;
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

async function withRun(write: Write, recordId: string, runs: WritingRuns): Promise<RecordWrite> {
  const { importId } = write;
  const run = importId === undefined ? undefined : await runs.of(importId);
  if (run === undefined || importId === undefined) return write;
  const { runId, key, droppedBy, principal, droppedFrom, profile, startedAt, status, migration } = run;
  const rows = await runs.rows(runId, { importId, recordId });
  const about: WritingRun = {
    ...{ runId, key, rows, droppedBy, principal, droppedFrom, profile, startedAt, status },
    approved: run.approval?.approved,
    migration: migration && { ...migration, startedBy: await runs.startedBy(migration.migrationId) },
    undoneBy: write.undo && (await undoneBy(run, { importId, at: write.undo.startedDate }, runs)),
  };
  return { ...write, run: about };
}

/** Who asked for the undo of the whole run. Undefined if an operator reverted this import alone. */
async function undoneBy(
  { runId, reverts = [] }: RunSummary,
  { importId, at }: Readonly<Record<'importId' | 'at', string>>,
  runs: WritingRuns,
): Promise<string | undefined> {
  const isAlone = reverts.some((one) => one.importId === importId && one.startedDate === at);
  return isAlone ? undefined : runs.undoAskedBy(runId, at);
}
