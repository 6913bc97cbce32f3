import type * as z from 'zod';
import type { Command } from '../command.ts';
import { callPanel, findControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory, type History } from '../system/history.ts';
import { schemaNamed } from '../files/inbox-key.ts';
import type { Services } from '../io/services.ts';
import {
  migrationJsonSchema,
  recordHistoryPageSchema,
  withRuns,
  type RecordWrite,
  type RunJson,
  type RunSummaryJson,
  type WritingRuns,
} from '@sluice/ledger/views';
import { recordHistoryText, type RecordHistory } from '../views/record-history.ts';
import type { historySchema } from './options.ts';

type HistoryOptions = z.infer<typeof historySchema> & Record<'kind' | 'record', string>;

/** Each write of a record, joined with the run that sent it. */
async function recordHistory(options: HistoryOptions, services: Services): Promise<RecordHistory> {
  // The service calls clients and professionals so, too.
  if (options.kind !== 'user') schemaNamed(options.kind, '');
  const panel = await findControlPanel(options.url, services);
  const siteId = await siteIdFor(options.site, panel);
  const runs = writingRuns(createHistory(services));
  const writes: RecordWrite[] = [];
  let named = options.record;
  for (let cursor: string | undefined; ;) {
    const request = { siteId, schema: options.kind, record: named, cursor };
    const page = await callPanel(panel, ['recordHistory', request], recordHistoryPageSchema);
    named = page.record.id;
    writes.push(...(await withRuns(page, runs)));
    cursor = page.nextCursor;
    if (cursor === undefined) return { record: page.record, writes, complete: page.end === 'began' };
  }
}

/** As the import history answers. Several writes may be of one run. */
function writingRuns(history: History): WritingRuns {
  const starts = new Map<string, string>();
  const whole = new Map<string, RunJson | undefined>();
  return {
    of: async (importId): Promise<RunSummaryJson | undefined> => {
      for await (const run of history.runs({ importId }, () => undefined)) return run;
      return undefined;
    },
    rows: (runId, of) => history.rows(runId, of),
    startedBy: async (migrationId) => {
      const known = starts.get(migrationId);
      if (known !== undefined) return known;
      const path = `/${encodeURIComponent(migrationId)}`;
      const { startedBy } = await history.migrations(path, migrationJsonSchema);
      starts.set(migrationId, startedBy);
      return startedBy;
    },
    undoAskedBy: async (runId, before) => {
      if (!whole.has(runId)) whole.set(runId, await history.run(runId));
      const asked = whole
        .get(runId)
        ?.timeline?.filter(({ type, at }) => type === 'undoRequested' && at <= before);
      return asked?.at(-1)?.data?.by;
    },
  };
}

export const command: Command<HistoryOptions, RecordHistory> = {
  run: recordHistory,
  text: recordHistoryText,
};
