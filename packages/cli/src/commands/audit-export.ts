import type { AuditEvent } from '@sluice/data-access/audit';
import {
  exportedIn,
  exportHeader,
  exportRows,
  type ExportableHistory,
  type ExportedItem,
} from '@sluice/ledger/audit';
import { counted } from '@sluice/contract/words';
import { safeCsvRow } from '@sluice/sheets';
import type * as z from 'zod';
import { actsWithin, readPanelAudit } from '../audit/panel-audit.ts';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { createHistory, type History } from '../system/history.ts';
import { migrationJsonSchema } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';
import { jsonArray } from '../io/json-array.ts';
import { commandLine } from '../io/shell.ts';
import type { exportSchema } from './options.ts';
import { timesOf, type Times } from '../io/since.ts';

type AuditExportOptions = z.infer<typeof exportSchema>;

interface Exported {
  readonly as: AuditExportOptions['as'];
  /** Runs with their migrations, newest first, then the log of the control panel. Each is read when the one before it is written. */
  readonly items: AsyncIterable<ExportedItem>;
}

async function auditExport({ from, to, as, url }: AuditExportOptions, services: Services): Promise<Exported> {
  return { as, items: exported(timesOf({ from, to }, services), url, services) };
}

async function* exported(
  times: Times,
  url: string | undefined,
  services: Services,
): AsyncGenerator<ExportedItem> {
  let [runs, migrations, uploads, events, acts] = [0, 0, 0, 0, 0];
  for await (const item of exportedIn(times, exportable(createHistory(services)))) {
    if (item.kind === 'migration') migrations += 1;
    else if (item.kind === 'upload') uploads += 1;
    else runs += 1;
    events += item.events.length;
    yield item;
  }
  for (const act of await actsIn(times, url, services)) {
    acts += 1;
    yield { kind: 'controlPanel', ...act };
  }
  const counts = [
    counted(runs, 'run'),
    counted(migrations, 'migration'),
    ...(uploads > 0 ? [counted(uploads, 'upload')] : []),
    counted(events, 'event'),
  ];
  services.voice.say(`Exported ${counts.join(', ')}; ${counted(acts, 'event')} of the control panel.`);
}

function exportable(history: History): ExportableHistory {
  return {
    ...history,
    migration: (id) => history.migrations(`/${encodeURIComponent(id)}`, migrationJsonSchema),
    head: async (id) => {
      const found = await history.progress(id);
      if (found !== undefined) return found;
      throw new CliError(
        'failed',
        `Run ${id} cannot be read: \`${commandLine('audit', 'verify')}\` names why.`,
      );
    },
  };
}

/** Runs can be exported where there is no control panel, or by somebody who may not read it. */
async function actsIn(
  times: Times,
  url: string | undefined,
  services: Services,
): Promise<readonly AuditEvent[]> {
  try {
    const { events } = await readPanelAudit(url, services);
    return actsWithin(events, times);
  } catch (error) {
    if (!(error instanceof CliError) || error.exit === 'interrupted') throw error;
    services.voice.say(`Without the log of the control panel: ${error.message}`);
    return [];
  }
}

async function* csv(items: AsyncIterable<ExportedItem>): AsyncGenerator<string> {
  yield safeCsvRow(exportHeader);
  for await (const item of items) yield exportRows(item).map(safeCsvRow).join('');
}

async function* jsonLines(items: AsyncIterable<ExportedItem>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}

export const command: Command<AuditExportOptions, Exported> = {
  run: auditExport,
  text: ({ as, items }) => (as === 'csv' ? csv(items) : jsonLines(items)),
  json: ({ items }) => jsonArray(items),
};
