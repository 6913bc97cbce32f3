import type { AuditEvent } from '@sluice/data-access/audit';
import { csvReport } from '@sluice/flow/report/csv-report';
import { planReport } from '@sluice/flow/report/plan-report';
import { batchObjects, runKeys, type BatchPreview, type PreviewRow } from '@sluice/flow/run-objects';
import { previewHash } from '@sluice/flow/attempts/preview';
import { noRows } from '@sluice/ledger';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { undoReport } from '@sluice/flow/undo/undo-report';
import { writeResultSheet, type RowOutcome } from '@sluice/import-plan';
import type { LedgerEvent } from '@sluice/ledger';
import { csvLine, memorySource, openSheet, type Delimiter } from '@sluice/sheets';
import { command as auditExport } from '../../packages/cli/src/commands/audit-export.ts';
import { command as panelExport } from '../../packages/cli/src/commands/audit-panel-export.ts';
import type { Command } from '../../packages/cli/src/command/command.ts';
import { aRun } from '../../packages/cli/src/testing/run-builder.ts';

type Pieces = AsyncIterable<string | Uint8Array>;

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function textOf(pieces: Pieces): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all).toString('utf8');
}

/** Rows with so many of the cells, the last one filled up. */
function rowsOf<const N extends readonly string[]>(cells: readonly string[], places: N) {
  type Row = Readonly<Record<N[number], string>>;
  const rows: Row[] = [];
  for (let at = 0; at < cells.length; at += places.length)
    rows.push(Object.fromEntries(places.map((place, n) => [place, cells[at + n] ?? ''])) as Row);
  return rows;
}

async function resultSheet(cells: readonly string[], delimiter: Delimiter): Promise<string> {
  const rows = rowsOf(cells, ['name', 'beyondHeader', 'reason', 'recordId']);
  const lines = [
    ['Name', ...cells.slice(-3)],
    ...rows.map((row) => [row.name, '', '', '', row.beyondHeader]),
  ];
  const drop = lines.map((line) => `${csvLine(line, delimiter)}\n`).join('');
  const sheet = await openSheet(memorySource(Buffer.from(drop)), { headerRow: 1 });
  const outcomes = rows.map(({ reason, recordId }, at): RowOutcome => {
    const reasons = [{ code: 'refused_by_service' as const, says: reason }];
    return { row: at + 2, status: 'failed', reasons, recordId };
  });
  return textOf(writeResultSheet({ sheet, outcomes: oneByOne(outcomes) }));
}

const batch = { runId: 'run-1', batch: 1, phase: 'dry', sha256: 'a', rows: 1, status: 'succeeded' } as const;

async function planSheet(cells: readonly string[]): Promise<string> {
  const files = createMemoryFiles();
  const rows = rowsOf(cells, ['recordId', 'name', 'field', 'from', 'to']).map(
    ({ recordId, name, field, from, to }, at): PreviewRow => ({
      ...{ row: at + 2, status: 'updated', recordId, name },
      diff: { [field]: [from, to] },
    }),
  );
  const preview: BatchPreview = { v: 1, rows, diffsOmitted: 0 };
  await batchObjects.preview.write(batch, preview, files);
  const dryRun = { ...batch, previewSha256: previewHash(preview), attempts: [], version: 1 };
  return textOf(csvReport(planReport({ fileName: '=1+1.csv', counts: noRows, dryRuns: [dryRun] }, files)));
}

async function undoSheet(cells: readonly string[]): Promise<string> {
  const files = createMemoryFiles();
  const rows = rowsOf(cells, ['recordId', 'reason']).map((row, at) => ({
    ...{ row: at + 2, outcome: 'kept' },
    ...row,
  }));
  await files.put(runKeys.undone('run-1', 1, 'import'), JSON.stringify(rows));
  const undone = {
    ...batch,
    attempts: [],
    version: 1,
    reverts: [{ importId: 'import', reversed: 0, kept: 1, failed: 0 }],
  };
  return textOf(csvReport(undoReport([undone], files, async () => [])));
}

const printed = <Value>({ text }: Pick<Command<never, Value>, 'text'>, value: Value): Promise<string> =>
  textOf(text(value, String as never) as Pieces);

const facts = { at: '2026-03-01T08:00:00.000Z', hash: 'h', version: 1 };

function historyExport(cells: readonly string[]): Promise<string> {
  const rows = rowsOf(cells, ['key', 'droppedBy', 'versionId', 'profile', 'by', 'importId', 'type']);
  const runs = rows.map(({ by, importId, type, ...row }) => {
    const event: LedgerEvent = { ...facts, runId: 'r', subject: 'run', type, data: { by, importId } };
    return { kind: 'run' as const, ...aRun(row), events: [event] };
  });
  return printed(auditExport, { as: 'csv', items: oneByOne(runs) });
}

function controlExport(cells: readonly string[]): Promise<string> {
  const rows = rowsOf(cells, ['requestId', 'operation', 'by', 'from']);
  const events = rows.map((row): AuditEvent => ({
    ...{ ...facts, ...row, v: 1, type: 'requested' },
    data: { input: row },
  }));
  return printed(panelExport, { as: 'csv', events });
}

/** Every kind of CSV that we write for people, holding all these cells. */
export async function csvFilesWith(cells: readonly string[]): Promise<Record<string, string>> {
  return {
    'result-comma': await resultSheet(cells, ','),
    'result-semicolon': await resultSheet(cells, ';'),
    'result-tab': await resultSheet(cells, '\t'),
    'result-pipe': await resultSheet(cells, '|'),
    plan: await planSheet(cells),
    undo: await undoSheet(cells),
    'audit-export': await historyExport(cells),
    'audit-export-panel': await controlExport(cells),
  };
}
