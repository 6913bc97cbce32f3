import { inOrderOfTime, type LedgerEvent } from '@sluice/ledger';
import type { z } from 'zod';
import { safeCsvLine } from '@sluice/sheets';
import type { Command } from '../command.ts';
import { createHistory, type RunChain } from '../system/history.ts';
import type { RunSummaryJson } from '../views/run-json.ts';
import type { Services } from '../io/services.ts';
import type { exportSchema } from './options.ts';
import { timesOf } from './runs.ts';

type AuditExportOptions = z.infer<typeof exportSchema>;

/** A run with all its events. */
interface ExportedRun extends RunSummaryJson {
  readonly events: RunChain['events'];
}

interface Exported {
  readonly as: AuditExportOptions['as'];
  /** Newest first. Each is read when the one before it is written. */
  readonly runs: AsyncIterable<ExportedRun>;
}

async function auditExport({ from, to, as }: AuditExportOptions, services: Services): Promise<Exported> {
  const times = timesOf({ since: from, until: to }, services);
  return { as, runs: exported(createHistory(services), times) };
}

async function* exported(
  history: ReturnType<typeof createHistory>,
  times: ReturnType<typeof timesOf>,
): AsyncGenerator<ExportedRun> {
  for await (const run of history.runs(times))
    yield { ...run, events: inOrderOfTime((await history.chain(run.runId))?.events ?? []) };
}

type Cell = string | number | null | undefined;

const columns: Readonly<Record<string, (run: ExportedRun, event: LedgerEvent) => Cell>> = {
  run: ({ runId }) => runId,
  bucket: ({ bucket }) => bucket,
  file: ({ key }) => key,
  version: ({ versionId }) => versionId,
  sha256: ({ sha256 }) => sha256,
  bytes: ({ bytes }) => bytes,
  droppedBy: ({ droppedBy }) => droppedBy,
  principal: ({ principal }) => principal,
  droppedFrom: ({ droppedFrom }) => droppedFrom,
  schema: ({ schema }) => schema,
  lookup: ({ lookup }) => lookup,
  profile: ({ profile }) => profile,
  profileSha256: ({ profileSha256 }) => profileSha256,
  profileVersionId: ({ profileVersionId }) => profileVersionId,
  status: ({ status }) => status,
  startedAt: ({ startedAt }) => startedAt,
  finishedAt: ({ finishedAt }) => finishedAt,
  at: (_run, { at }) => at,
  subject: (_run, { subject }) => subject,
  event: (_run, { version }) => version,
  type: (_run, { type }) => type,
  by: (_run, { data }) => textOf(data['by'] ?? data['owner']),
  importId: (_run, { data }) => textOf(data['importId']),
  data: (_run, { data }) => JSON.stringify(data),
  hash: (_run, { hash }) => hash,
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

async function* csv(runs: AsyncIterable<ExportedRun>): AsyncGenerator<string> {
  yield rowOf(Object.keys(columns));
  for await (const run of runs)
    yield run.events.map((event) => rowOf(Object.values(columns).map((cell) => cell(run, event)))).join('');
}

function rowOf(cells: readonly Cell[]): string {
  return `${safeCsvLine(cells.map((cell) => String(cell ?? '')))}\r\n`;
}

async function* jsonLines(runs: AsyncIterable<ExportedRun>): AsyncGenerator<string> {
  for await (const run of runs) yield `${JSON.stringify(run)}\n`;
}

async function* jsonArray(runs: AsyncIterable<ExportedRun>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const run of runs) {
    yield `${before}${JSON.stringify(run)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export const command: Command<AuditExportOptions, Exported> = {
  run: auditExport,
  text: ({ as, runs }) => (as === 'csv' ? csv(runs) : jsonLines(runs)),
  json: ({ runs }) => jsonArray(runs),
};
