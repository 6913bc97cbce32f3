import type { z } from 'zod';
import type { Command } from '../command.ts';
import { callPanel, findControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory, type History } from '../system/history.ts';
import type { Services } from '../io/services.ts';
import { migrationJsonSchema, type RunJson, type RunSummaryJson } from '@sluice/ledger/views';
import {
  recordHistoryPageSchema,
  recordHistoryText,
  type RecordHistory,
  type RecordWrite,
  type WritingRun,
} from '../views/record-history.ts';
import type { historySchema } from './options.ts';

type HistoryOptions = z.infer<typeof historySchema> & Record<'kind' | 'record', string>;

/** Each write of a record, joined with the run that sent it. */
async function recordHistory(options: HistoryOptions, services: Services): Promise<RecordHistory> {
  const panel = await findControlPanel(options.url, services);
  const siteId = await siteIdFor(options.site, panel);
  const runs = writingRuns(createHistory(services));
  const writes: RecordWrite[] = [];
  let named = options.record;
  for (let cursor: string | undefined; ;) {
    const request = { siteId, schema: options.kind, record: named, cursor };
    const page = await callPanel(panel, ['recordHistory', request], recordHistoryPageSchema);
    named = page.record.id;
    for (const write of page.items) writes.push(await withRun(write, page.record.id, runs));
    cursor = page.nextCursor;
    if (cursor === undefined) return { record: page.record, writes, complete: page.end === 'began' };
  }
}

async function withRun(
  write: RecordWrite,
  recordId: string,
  runs: ReturnType<typeof writingRuns>,
): Promise<RecordWrite> {
  const run = write.importId === undefined ? undefined : await runs.of(write.importId);
  if (!run || write.importId === undefined) return write;
  const { runId, key, droppedBy, principal, droppedFrom, profile, startedAt, status } = run;
  const rows = await runs.rows(runId, write.importId, recordId);
  const undoneBy = write.undo && (await runs.undoneBy(run, write.importId, write.undo));
  const about: WritingRun = {
    ...{ runId, key, rows, droppedBy, principal, droppedFrom, profile, startedAt, status },
    approved: run.approval?.approved,
    migration: run.migration && { ...run.migration, ...(await runs.start(run.migration.migrationId)) },
    undoneBy,
  };
  return { ...write, run: about };
}

/** What the import history knows of the runs that wrote a record. Several writes may be of one run. */
function writingRuns(history: History) {
  const starts = new Map<string, Pick<WritingRun['migration'] & object, 'startedBy'>>();
  const whole = new Map<string, RunJson | undefined>();
  return {
    of: async (importId: string): Promise<RunSummaryJson | undefined> => {
      for await (const run of history.runs({ importId }, () => undefined)) return run;
      return undefined;
    },
    rows: async (runId: string, importId: string, recordId: string) =>
      (await history.rows(runId, { importId, recordId })) ?? [],
    start: async (migrationId: string) => {
      const known = starts.get(migrationId);
      if (known) return known;
      const { startedBy } = await history.migrations(
        `/${encodeURIComponent(migrationId)}`,
        migrationJsonSchema,
      );
      starts.set(migrationId, { startedBy });
      return { startedBy };
    },
    /** Who asked for the undo of the whole run. Undefined if an operator reverted this import alone. */
    undoneBy: async (
      { runId, reverts = [] }: RunSummaryJson,
      importId: string,
      { startedDate }: NonNullable<RecordWrite['undo']>,
    ): Promise<string | undefined> => {
      if (reverts.some((one) => one.importId === importId && one.startedDate === startedDate))
        return undefined;
      if (!whole.has(runId)) whole.set(runId, await history.run(runId));
      const asked = whole
        .get(runId)
        ?.timeline?.filter(({ type, at }) => type === 'undoRequested' && at <= startedDate);
      return asked?.at(-1)?.data?.by;
    },
  };
}

export const command: Command<HistoryOptions, RecordHistory> = {
  run: recordHistory,
  text: recordHistoryText,
};
