import { exportedIn, exportHeader, exportRows, type ExportableHistory } from '@sluice/ledger/audit';
import {
  changeCells,
  changedByImportSchema,
  changeLines,
  changesHeader,
  migrationJsonSchema,
} from '@sluice/ledger/views';
import { safeCsvRow } from '@sluice/sheets';
import * as z from 'zod';
import { runHeadSchema, runListSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { auditedHistory } from './audited.ts';

type Times = Parameters<typeof exportedIn>[0];

// A table of events has no heads, so items need not be read.
const { items: _items, ...chains } = auditedHistory;

const history: ExportableHistory = {
  ...chains,
  runs: async function* (times) {
    let after: string | undefined;
    do {
      const page = await ask('runs', { query: { ...times, after }, answer: runListSchema });
      yield* page.runs;
      after = page.next;
    } while (after !== undefined);
  },
  migration: (subject) => ask('migration', { path: { subject }, answer: migrationJsonSchema }),
  head: (runId) => ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema }),
};

/** The file of `sluice audit export`, without the log of the control panel. `seen` gets the day of each run, the newest first. */
async function exportHistory(times: Times, seen: (day: string) => void): Promise<Blob> {
  const parts = [safeCsvRow(exportHeader)];
  for await (const item of exportedIn(times, history)) {
    seen((item.events[0]?.at ?? '').slice(0, 'yyyy-mm-dd'.length));
    parts.push(exportRows(item).map(safeCsvRow).join(''));
  }
  return new Blob(parts, { type: 'text/csv' });
}

const changesPageSchema = z.object({
  items: z.array(changedByImportSchema),
  nextCursor: z.string().optional(),
});

/** The file of `sluice audit changes`. `seen` gets the day of each import, the newest first. */
async function exportChanges({ since, until }: Times, seen: (day: string) => void): Promise<Blob> {
  const times = { since: since ?? new Date(0).toISOString(), until: until ?? new Date().toISOString() };
  const parts = [`\ufeff${safeCsvRow(changesHeader)}`];
  for (let cursor: string | undefined; ;) {
    const page = await ask('changes', { query: { ...times, cursor }, answer: changesPageSchema });
    for (const changed of page.items) {
      seen((changed.date ?? '').slice(0, 'yyyy-mm-dd'.length));
      parts.push(
        changeLines(changed)
          .map((line) => safeCsvRow(changeCells(line)))
          .join(''),
      );
    }
    cursor = page.nextCursor;
    if (cursor === undefined) return new Blob(parts, { type: 'text/csv' });
  }
}

/** What is exported, by the beginning of the name of the file. */
export const exporters = { audit: exportHistory, changes: exportChanges } as const;

/** Lets the browser save it under this name. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
