import { openRowBlocks } from '@sluice/import-plan/read-row-blocks';
import { noRows } from '@sluice/ledger';
import { expect, it } from 'vitest';
import { batchObjects, rowsKeyOf, runKeys, type BatchPreview } from '../run-objects.ts';
import { previewHash } from '../attempts/preview.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { undoReport } from '../undo/undo-report.ts';
import { uploadReport, type Report } from './csv-report.ts';
import { planReport } from './plan-report.ts';

const batch = { runId: 'run-1', batch: 1, phase: 'dry', sha256: 'a', rows: 3, status: 'succeeded' } as const;
const submission = { ...batch, attempts: [], version: 1 };

/** What is stored of a report: the CSV, and the rows beside it. */
async function stored(report: Report) {
  const files = createMemoryFiles();
  await uploadReport('report.csv', report, files);
  const [csv, rows] = ['report.csv', rowsKeyOf('report.csv')].map((key) => files.objects.get(key));
  const bytes = new Uint8Array(rows ?? []);
  return {
    lines: Buffer.from(csv ?? '')
      .toString()
      .trimEnd()
      .split('\r\n').length,
    blocks: await openRowBlocks(async (start, end) => bytes.slice(start, end), bytes.length),
  };
}

it('has the rows of a plan beside it, one for each field, which are found by what becomes of them and by field', async () => {
  const files = createMemoryFiles();
  const preview: BatchPreview = {
    v: 1,
    rows: [
      {
        row: 2,
        status: 'updated',
        recordId: 'id-2',
        name: 'Ann',
        diff: { age: [6, 7], name: ['An', '=Ann'] },
      },
      { row: 4, status: 'deleted', recordId: 'id-4', name: 'Bo', diff: { age: [1, null] } },
      { row: 5, status: 'unchanged', recordId: 'id-5' },
    ],
    diffsOmitted: 1,
  };
  await batchObjects.preview.write(batch, preview, files);
  const dryRuns = [{ ...submission, previewSha256: previewHash(preview) }];
  const { lines, blocks } = await stored(planReport({ fileName: 'new.csv', counts: noRows, dryRuns }, files));
  expect(lines).toBe(3 + blocks.rows);
  expect(blocks.header).toEqual(['Record', 'Field', 'Old', 'New']);
  expect(await blocks.at([0, 1, 2, 3, 4])).toEqual([
    { row: 2, cells: ['Ann', 'age', '6', '7'], status: 'updated', recordId: 'id-2' },
    { row: 2, cells: ['Ann', 'name', 'An', '=Ann'], status: 'updated', recordId: 'id-2' },
    { row: 4, cells: ['Bo', 'age', '1', ''], status: 'deleted', recordId: 'id-4' },
    { row: 5, cells: ['', '', '', ''], status: 'unchanged', recordId: 'id-5' },
    { row: 0, cells: ['The service left out the stored values of 1 more record.'], status: 'unknown' },
  ]);
  expect(blocks.placesOf(({ field }) => field === 'age')).toEqual([0, 2]);
  expect(blocks.placesOf(({ status, field }) => status === 'updated' && field === 'age')).toEqual([0]);
});

it('has the rows of an undo beside it, with the reason of each that was not taken back', async () => {
  const files = createMemoryFiles();
  const undone = [
    { row: 2, outcome: 'reversed', recordId: 'id-2' },
    { row: 3, outcome: 'kept', recordId: 'id-3', reason: 'Changed since.', code: 'changed_since' },
    { row: 0, outcome: 'failed', recordId: 'id-4', reason: 'Of another server.', code: 'its_own' },
  ];
  await files.put(runKeys.undone('run-1', 1, 'i1'), JSON.stringify(undone));
  const reverts = [{ importId: 'i1', reversed: 1, kept: 1, failed: 1 }];
  const unresolved = [{ row: 9, outcome: 'failed', recordId: '', reason: 'No answer.' }] as const;
  const { lines, blocks } = await stored(
    undoReport([{ ...submission, reverts }], files, async () => unresolved),
  );
  expect(lines).toBe(1 + blocks.rows);
  const ofServer = { code: 'refused_by_service', says: 'Of another server.' };
  expect(await blocks.at([0, 1, 2, 3])).toEqual([
    { row: 2, cells: [], status: 'reversed', recordId: 'id-2' },
    {
      row: 3,
      cells: [],
      status: 'kept',
      recordId: 'id-3',
      reasons: [expect.objectContaining({ says: 'Changed since.' })],
    },
    { row: 0, cells: [], status: 'failed', recordId: 'id-4', reasons: [ofServer] },
    { row: 9, cells: [], status: 'failed', recordId: '', reasons: [{ ...ofServer, says: 'No answer.' }] },
  ]);
  expect(blocks.classes.map(({ status, rows }) => [status, rows])).toEqual([
    ['reversed', 1],
    ['kept', 1],
    ['failed', 2],
  ]);
});
