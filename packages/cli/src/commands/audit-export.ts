import type { AuditEvent } from '@sluice/data-access/audit';
import { inOrderOfTime, type LedgerEvent } from '@sluice/ledger';
import { counted } from '@sluice/mail/words';
import { safeCsvLine } from '@sluice/sheets';
import type { z } from 'zod';
import { auditedIn, type Audited } from '../audit/audited.ts';
import { readPanelAudit } from '../audit/panel-audit.ts';
import { CliError } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { createHistory, type History } from '../system/history.ts';
import {
  migrationJsonSchema,
  type MigrationJson,
  type RunProgressJson,
  type RunSummaryJson,
} from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import type { exportSchema } from './options.ts';
import { timesOf, type Times } from '../io/since.ts';

type AuditExportOptions = z.infer<typeof exportSchema>;

interface WithEvents {
  readonly events: readonly LedgerEvent[];
}
type ExportedRun = { readonly kind: 'run' } & (RunSummaryJson | RunProgressJson) & WithEvents;
type ExportedMigration = { readonly kind: 'migration' } & WithEvents &
  Pick<MigrationJson, 'migrationId' | 'name' | 'scheduledAt' | 'startedBy' | 'status' | 'finishedAt'>;
/** An event of the control panel. */
type ExportedAct = { readonly kind: 'controlPanel' } & AuditEvent;
type ExportedItem = ExportedRun | ExportedMigration | ExportedAct;

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
  const history = createHistory(services);
  let [runs, migrations, events, acts] = [0, 0, 0, 0];
  for await (const audited of auditedIn(times, history)) {
    const item = await itemOf(audited, history);
    if (item.kind === 'migration') migrations += 1;
    else runs += 1;
    events += item.events.length;
    yield item;
  }
  for (const act of await actsIn(times, url, services)) {
    acts += 1;
    yield { kind: 'controlPanel', ...act };
  }
  const counts = [counted(runs, 'run'), counted(migrations, 'migration'), counted(events, 'event')];
  services.voice.say(`Exported ${counts.join(', ')}; ${counted(acts, 'event')} of the control panel.`);
}

async function itemOf(
  { id, chain, run }: Audited,
  history: History,
): Promise<ExportedRun | ExportedMigration> {
  const events = inOrderOfTime(chain.events);
  if (events.some(({ subject }) => subject === 'migration')) {
    const found = await history.migrations(`/${encodeURIComponent(id)}`, migrationJsonSchema);
    const { timeline: _timeline, ...migration } = found;
    return { kind: 'migration', ...migration, events };
  }
  const summary = run ?? (await history.progress(id));
  if (!summary)
    throw new CliError(
      'failed',
      `Run ${id} cannot be read: \`${commandLine('audit', 'verify')}\` names why.`,
    );
  return { kind: 'run', ...summary, events };
}

/** Runs can be exported where there is no control panel, or by somebody who may not read it. */
async function actsIn(
  { since = '', until = '~' }: Times,
  url: string | undefined,
  services: Services,
): Promise<readonly AuditEvent[]> {
  try {
    const { events } = await readPanelAudit(url, services);
    return events.filter(({ at }) => at >= since && at < until);
  } catch (error) {
    if (!(error instanceof CliError) || error.exit === 'interrupted') throw error;
    services.voice.say(`Without the log of the control panel: ${error.message}`);
    return [];
  }
}

type Cell = string | number | null | undefined;

type Line = Omit<LedgerEvent, 'runId' | 'subject' | 'prev'> & { readonly subject: string };

const ofRun =
  (cell: (run: ExportedRun) => Cell) =>
  (item: ExportedItem): Cell =>
    item.kind === 'run' ? cell(item) : undefined;

const ofEither =
  (cell: (item: ExportedRun | ExportedMigration) => Cell) =>
  (item: ExportedItem): Cell =>
    item.kind === 'controlPanel' ? undefined : cell(item);

/** Of a start of a migration, or of the one that a run belongs to. */
const ofStart = (cell: (start: Pick<MigrationJson, 'migrationId' | 'name'> | undefined) => Cell) =>
  ofEither((item) => cell(item.kind === 'run' ? item.migration : item));

const columns: Readonly<Record<string, (item: ExportedItem, event: Line) => Cell>> = {
  kind: ({ kind }) => (kind === 'controlPanel' ? 'control panel' : kind),
  run: ofRun(({ runId }) => runId),
  migration: ofStart((start) => start?.migrationId),
  name: ofStart((start) => start?.name),
  bucket: ofRun(({ bucket }) => bucket),
  file: ofRun(({ key }) => key),
  version: ofRun(({ versionId }) => versionId),
  sha256: ofRun(({ sha256 }) => sha256),
  bytes: ofRun(({ bytes }) => bytes),
  droppedBy: ofRun(({ droppedBy }) => droppedBy),
  principal: ofRun(({ principal }) => principal),
  droppedFrom: ofRun(({ droppedFrom }) => droppedFrom),
  schema: ofRun(({ schema }) => schema),
  lookup: ofRun(({ lookup }) => lookup),
  profile: ofRun(({ profile }) => profile),
  profileSha256: ofRun(({ profileSha256 }) => profileSha256),
  profileVersionId: ofRun(({ profileVersionId }) => profileVersionId),
  status: ofEither(({ status }) => status),
  startedAt: ofEither((item) => (item.kind === 'run' ? item.startedAt : item.scheduledAt)),
  finishedAt: ofEither(({ finishedAt }) => finishedAt),
  at: (_item, { at }) => at,
  subject: (_item, { subject }) => subject,
  event: (_item, { version }) => version,
  type: (_item, { type }) => type,
  by: (_item, { data }) => textOf(data['by'] ?? data['owner'] ?? data['startedBy']),
  importId: (_item, { data }) => textOf(data['importId']),
  data: (_item, { data }) => JSON.stringify(data),
  hash: (_item, { hash }) => hash,
};

/** The operation is the subject of an event of the control panel. */
function linesOf(item: ExportedItem): readonly Line[] {
  if (item.kind !== 'controlPanel') return item.events;
  const { at, operation: subject, version, type, by, from, requestId, data, hash } = item;
  return [{ at, subject, version, type, data: { by, from, requestId, ...data }, hash }];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function* csv(items: AsyncIterable<ExportedItem>): AsyncGenerator<string> {
  yield rowOf(Object.keys(columns));
  for await (const item of items)
    yield linesOf(item)
      .map((event) => rowOf(Object.values(columns).map((cell) => cell(item, event))))
      .join('');
}

function rowOf(cells: readonly Cell[]): string {
  return `${safeCsvLine(cells.map((cell) => String(cell ?? '')))}\r\n`;
}

async function* jsonLines(items: AsyncIterable<ExportedItem>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}

async function* jsonArray(items: AsyncIterable<ExportedItem>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const item of items) {
    yield `${before}${JSON.stringify(item)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export const command: Command<AuditExportOptions, Exported> = {
  run: auditExport,
  text: ({ as, items }) => (as === 'csv' ? csv(items) : jsonLines(items)),
  json: ({ items }) => jsonArray(items),
};
