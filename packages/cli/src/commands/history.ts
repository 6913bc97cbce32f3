import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { inColumns, printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { findControlPanel, type ControlPanel } from '../control-panel.ts';
import { siteIdFor } from '../control-site.ts';
import { createHistory } from '../history.ts';
import type { RunSummaryJson } from '../run-json.ts';
import type { Services } from '../services.ts';

export interface HistoryOptions {
  /** Of which schema the record is, such as `client`. */
  readonly kind: string;
  readonly id: string;
  readonly site?: string | undefined;
  readonly url?: string | undefined;
}

const touchSchema = z.looseObject({
  importId: z.string(),
  /** Absent where what the import found is not kept any more. */
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
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** An import that touched the record, with the run that sent it, where one did. */
type Touch = z.infer<typeof touchSchema> & {
  readonly run?: Pick<RunSummaryJson, 'runId' | 'key' | 'droppedBy' | 'status' | 'startedAt'>;
};
export interface RecordHistory {
  readonly record: Page['record'];
  /** Newest first. */
  readonly imports: readonly Touch[];
  /** Whether there was no import before these; else what the oldest of them found is not kept any more. */
  readonly complete: boolean;
}

/** Which imports touched a record, joined with the runs that sent them. */
async function recordHistory(options: HistoryOptions, services: Services): Promise<RecordHistory> {
  const panel = await findControlPanel(options.url, services);
  const siteId = await siteIdFor(options.site, panel);
  const asked = { siteId, schema: options.kind, id: options.id };
  const imports: Touch[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await pageFrom(panel, { ...asked, cursor });
    for (const touch of page.items) imports.push({ ...touch, ...(await runOf(touch.importId, services)) });
    cursor = page.nextCursor;
    if (cursor === undefined) return { record: page.record, imports, complete: page.end === 'began' };
  }
}

async function pageFrom(panel: ControlPanel, input: object): Promise<Page> {
  const { envelope } = await panel.call('recordHistory', input);
  const page = pageSchema.safeParse(envelope);
  if (page.success) return page.data;
  const refused = refusalSchema.safeParse(envelope);
  throw refused.success
    ? new CliError('refused', refused.data.error.message)
    : new CliError('failed', 'The control panel did not answer with the history of a record.');
}

async function runOf(importId: string, services: Services): Promise<Pick<Touch, 'run'>> {
  const runs = createHistory(services).runs({ importId }, () => undefined);
  for await (const { runId, key, droppedBy, status, startedAt } of runs)
    return { run: { runId, key, droppedBy, status, startedAt } };
  return {};
}

function historyText({ record, imports, complete }: RecordHistory): string {
  const head = `Record ${printable(record.id)}, version ${record.version}${record.deleted ? ', deleted' : ''}`;
  if (imports.length === 0) return `${head}: no import touched it.`;
  const rows = imports.map(({ importId, action, status, ranDate, run }) => [
    ranDate ?? '',
    action ?? 'touched',
    printable(importId),
    status ?? '',
    run?.runId ?? 'no run',
    printable(run?.droppedBy ?? ''),
    printable(run?.key ?? ''),
  ]);
  const end = complete
    ? 'No import touched it before.'
    : 'What it was before the last of these is not kept any more: earlier imports are not known here.';
  return [
    head,
    ...inColumns([['when', 'did', 'import', 'status', 'run', 'dropped by', 'file'], ...rows]),
    end,
  ].join('\n');
}

export const command: Command<HistoryOptions, RecordHistory> = {
  run: recordHistory,
  text: historyText,
  json: (history) => history,
  exit: () => 'ok',
};
