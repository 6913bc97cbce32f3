import { dropperText } from '@sluice/ledger';
import { z } from 'zod';
import { inColumns, printable } from '../views/columns.ts';
import type { Command } from '../command.ts';
import { callPanel, findControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { createHistory } from '../system/history.ts';
import type { RunSummaryJson } from '../views/run-json.ts';
import type { Services } from '../io/services.ts';
import type { historySchema } from './options.ts';

type HistoryOptions = z.infer<typeof historySchema> & Record<'kind' | 'id', string>;

const touchSchema = z.looseObject({
  importId: z.string(),
  /** Absent when the before-image is no longer kept. */
  action: z.enum(['create', 'update', 'delete']).optional(),
  status: z.string().optional(),
  ranDate: z.string().nullish(),
});
const pageSchema = z.object({
  record: z.looseObject({ id: z.string(), deleted: z.boolean(), version: z.int() }),
  items: z.array(touchSchema),
  end: z.enum(['further', 'began', 'lost']),
  nextCursor: z.string().optional(),
});
type Page = z.infer<typeof pageSchema>;

/** An import that touched the record, with the run that sent it, if a run did. */
type Touch = z.infer<typeof touchSchema> & {
  readonly run?: Pick<RunSummaryJson, 'runId' | 'key' | 'droppedBy' | 'principal' | 'status' | 'startedAt'>;
};
interface RecordHistory {
  readonly record: Page['record'];
  /** Newest first. */
  readonly imports: readonly Touch[];
  /** False when the before-image of the oldest one is no longer kept, so that earlier ones are unknown. */
  readonly complete: boolean;
}

/** Which imports touched a record, joined with the runs that sent them. */
async function recordHistory(options: HistoryOptions, services: Services): Promise<RecordHistory> {
  const panel = await findControlPanel(options.url, services);
  const siteId = await siteIdFor(options.site, panel);
  const request = { siteId, schema: options.kind, id: options.id };
  const imports: Touch[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await callPanel(panel, ['recordHistory', { ...request, cursor }], pageSchema);
    for (const touch of page.items) imports.push({ ...touch, ...(await runOf(touch.importId, services)) });
    cursor = page.nextCursor;
    if (cursor === undefined) return { record: page.record, imports, complete: page.end === 'began' };
  }
}

async function runOf(importId: string, services: Services): Promise<Pick<Touch, 'run'>> {
  const runs = createHistory(services).runs({ importId }, () => undefined);
  for await (const { runId, key, droppedBy, principal, status, startedAt } of runs)
    return { run: { runId, key, droppedBy, principal, status, startedAt } };
  return {};
}

function historyText({ record, imports, complete }: RecordHistory): string {
  const head = `Record ${printable(record.id)}, version ${record.version}${record.deleted ? ', deleted' : ''}`;
  if (imports.length === 0) return `${head}: no import changed it.`;
  const rows = imports.map(({ importId, action, status, ranDate, run }) => [
    ranDate ?? '',
    action ?? 'touched',
    printable(importId),
    status ?? '',
    run?.runId ?? 'no run',
    printable(run === undefined ? '' : dropperText(run)),
    printable(run?.key ?? ''),
  ]);
  const end = complete
    ? 'No earlier import changed it.'
    : 'The state before the last of these is no longer kept, so earlier imports are not listed.';
  return [
    head,
    ...inColumns([['when', 'action', 'import', 'status', 'run', 'dropped by', 'file'], ...rows]),
    end,
  ].join('\n');
}

export const command: Command<HistoryOptions, RecordHistory> = {
  run: recordHistory,
  text: historyText,
};
