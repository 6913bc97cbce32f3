import type * as z from 'zod';
import type { Command } from '../command/command.ts';
import { callPanel, findControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory } from '../system/history.ts';
import { writingRuns } from '../system/writing-runs.ts';
import { schemaNamed } from '../files/inbox-key.ts';
import type { Services } from '../io/services.ts';
import { recordHistoryPageSchema, withRuns, type RecordWrite } from '@sluice/ledger/views';
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

export const command: Command<HistoryOptions, RecordHistory> = {
  run: recordHistory,
  text: recordHistoryText,
};
