import { noRows, type Submission } from '@sluice/ledger';
import { expect, it } from 'vitest';
import { createMemoryFiles, type MemoryFiles } from '../testing/memory-files.ts';
import { batchObjects, type BatchPreview } from '../run-objects.ts';
import { previewHash } from '../attempts/preview.ts';
import { csvReport } from './csv-report.ts';
import { planReport } from './plan-report.ts';

const dry = (batch: number, previewSha256: string, check?: number) => ({
  runId: 'run-1',
  batch,
  phase: 'dry' as const,
  sha256: `hash-${batch}`,
  rows: 2,
  status: 'succeeded' as const,
  previewSha256,
  ...(check !== undefined && { check }),
  attempts: [],
  version: 1,
});

async function sheetOf(previews: readonly (BatchPreview | undefined)[], check?: number): Promise<string[]> {
  const files = createMemoryFiles();
  for (const [index, one] of previews.entries())
    if (one) await batchObjects.preview.write({ runId: 'run-1', batch: index + 1, check }, one, files);
  const runs = previews.map((one, index) => dry(index + 1, one ? previewHash(one) : 'gone', check));
  return linesOf(runs, files);
}

const counts = { ...noRows, read: 2, created: 1, deleted: 1 };

async function linesOf(dryRuns: readonly Submission[], files: MemoryFiles): Promise<string[]> {
  const [title, blank, header, ...lines] = await reportOf({ fileName: 'new.csv', counts, dryRuns }, files);
  expect([title, blank]).toEqual([
    '\uFEFFPlan of new.csv: 2 rows: 1 to delete, 1 to create.||||||',
    '||||||',
  ]);
  expect(header).toBe('Row|Plan|Record|Record id|Field|Old|New');
  expect(lines.pop()).toBe('');
  return lines;
}

async function reportOf(...report: Parameters<typeof planReport>): Promise<string[]> {
  let text = '';
  for await (const part of csvReport(planReport(...report))) text += part;
  return text.replaceAll('","', '|').replaceAll('"', '').split('\r\n');
}

it('starts with the counts, and has a line for each row, or for each field that is changed or removed', async () => {
  const lines = await sheetOf([
    {
      v: 1,
      rows: [
        { row: 2, status: 'created' },
        {
          row: 3,
          status: 'updated',
          recordId: 'id-3',
          name: 'Ann Lee (ann@example.com)',
          diff: { firstName: ['Ann', 'Anna, B.'], age: [null, 7] },
        },
      ],
      diffsOmitted: 0,
    },
    {
      v: 1,
      rows: [
        {
          row: 4,
          status: 'deleted',
          recordId: 'id-4',
          name: 'Bo',
          diff: { name: ['Bo', null], isLead: [true, null] },
          items: 30,
        },
        { row: 5, status: 'deleted', recordId: 'id-5' },
      ],
      diffsOmitted: 1,
    },
  ]);
  expect(lines).toEqual([
    '2|create|||||',
    '3|update|Ann Lee (ann@example.com)|id-3|firstName|Ann|Anna, B.',
    '3|update|Ann Lee (ann@example.com)|id-3|age||7',
    '4|delete|Bo|id-4|name|Bo|',
    '4|delete|Bo|id-4|isLead|true|',
    '4|delete|Bo|id-4|(items)|30|',
    '5|delete||id-5|(all fields)|(not reported)|',
    '|The service left out the stored values of 1 more record.|||||',
  ]);
});

it('shows each field that a new record gets, with nothing before it, and the records that its names stand for', async () => {
  const files = createMemoryFiles();
  const records = [
    { email: 'ann@example.com', isLead: true, notes: null, roleIds: ['Helper'] },
    { name: 'Bo', firstName: 'Bo' },
  ];
  const body = JSON.stringify([{ schema: 'client', lookup: 'email', records }]);
  const preview: BatchPreview = {
    v: 1,
    rows: [
      { row: 2, status: 'created', diff: { roleIds: [null, ['id-7']] } },
      { row: 5, status: 'updated', recordId: 'id-5', diff: { firstName: ['B', 'Bo'] } },
    ],
    diffsOmitted: 0,
  };
  const dryRun = dry(1, previewHash(preview));
  await batchObjects.records.write(dryRun, { v: 1, rows: [2, 5], body }, files);
  await batchObjects.preview.write(dryRun, preview, files);
  const lines = await linesOf([dryRun], files);
  expect(lines).toEqual([
    '2|create|ann@example.com||email||ann@example.com',
    '2|create|ann@example.com||isLead||true',
    '2|create|ann@example.com||roleIds||[id-7]',
    '5|update|Bo|id-5|firstName|B|Bo',
  ]);
});

it('shows what is sent where the service reports no change, which large changes beside it could hide', async () => {
  const files = createMemoryFiles();
  const records = [
    { email: 'ann@example.com', notes: 'x'.repeat(9) },
    { email: 'bo@example.com', iban: 'XX1', fax: null },
  ];
  const body = JSON.stringify([{ schema: 'client', lookup: 'email', records }]);
  const preview: BatchPreview = {
    v: 1,
    rows: [
      { row: 2, status: 'updated', recordId: 'id-2', diff: { notes: ['', 'xxxxxxxxx'] } },
      { row: 3, status: 'updated', recordId: 'id-3' },
    ],
    diffsOmitted: 1,
  };
  const dryRun = dry(1, previewHash(preview));
  await batchObjects.records.write(dryRun, { v: 1, rows: [2, 3], body }, files);
  await batchObjects.preview.write(dryRun, preview, files);
  const lines = await linesOf([dryRun], files);
  expect(lines.slice(1, -1)).toEqual([
    '3|update|bo@example.com|id-3|email|(not reported)|bo@example.com',
    '3|update|bo@example.com|id-3|iban|(not reported)|XX1',
    '3|update|bo@example.com|id-3|fax|(not reported)|',
  ]);
});

it('has no cell that starts a formula', async () => {
  const diff = { lastName: ['=1+1', '@cmd'] as [unknown, unknown] };
  const [line] = await sheetOf([
    { v: 1, rows: [{ row: 2, status: 'updated', recordId: '-x', name: '+n', diff }], diffsOmitted: 0 },
  ]);
  expect(line).toBe("2|update|'+n|'-x|lastName|'=1+1|'@cmd");
});

it('reports the last check, and names a batch without a stored preview', async () => {
  const rows = [{ row: 2, status: 'landed' as const }];
  const lines = await sheetOf([{ v: 1, rows, diffsOmitted: 0 }, undefined], 1);
  expect(lines).toEqual(['2|write|||||', '|The preview of batch 2 is no longer stored.|||||']);
});

it('leaves out a preview that the ledger does not know', async () => {
  const files = createMemoryFiles();
  const kept: BatchPreview = { v: 1, rows: [{ row: 2, status: 'created' }], diffsOmitted: 0 };
  await batchObjects.preview.write({ runId: 'run-1', batch: 1 }, kept, files);
  const lines = await linesOf([dry(1, 'of another import')], files);
  expect(lines).toEqual(['|The preview of batch 1 is no longer stored.|||||']);
});

it('states what a service without previews does not report', async () => {
  const landed = { ...noRows, read: 1200, landed: 1200 };
  const [title] = await reportOf({ fileName: 'new.csv', counts: landed, dryRuns: [] }, createMemoryFiles());
  expect(title).toContain(
    '1,200 rows: 1,200 to write. The service does not report whether it will create or change',
  );
});
