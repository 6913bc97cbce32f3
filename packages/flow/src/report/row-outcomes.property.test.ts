import { reasonOf } from '@sluice/contract';
import type { RowOutcome } from '@sluice/import-plan';
import type { Batch, Submission } from '@sluice/ledger';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchObjects, runKeys } from '../run-objects.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { rowOutcomes } from './row-outcomes.ts';

/** The outcomes of a run with these rows in its batches, all created, and these problems of its reading, in this order. */
async function outcomesOf(batchRows: readonly (readonly number[])[], problems: readonly object[]) {
  const files = createMemoryFiles({ chunkBytes: 7 });
  const batches: Batch[] = [];
  const submissions: Submission[] = [];
  for (const [index, rows] of batchRows.entries()) {
    const [runId, number, sha256] = ['run1', index + 1, 'x'];
    const [firstRow, lastRow] = [Math.min(...rows), Math.max(...rows)];
    batches.push({ runId, number, objectKey: 'k', sha256, rows: rows.length, firstRow, lastRow });
    const base = { runId, batch: number, sha256, rows: rows.length, attempts: [], version: 1 };
    submissions.push({ ...base, phase: 'dry', status: 'succeeded' });
    submissions.push({ ...base, phase: 'real', status: 'succeeded' });
    const outcomes = rows.map((row): RowOutcome => ({ row, status: 'created' }));
    await batchObjects.outcomes.write({ runId, batch: number, phase: 'real' }, outcomes, files);
  }
  if (problems.length > 0) {
    await files.put(runKeys.problems('run1'), problems.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  const read: RowOutcome[] = [];
  for await (const { reference: _, ...outcome } of rowOutcomes(
    { runId: 'run1', batches, submissions },
    files,
  ))
    read.push(outcome);
  return read;
}

const first = { ...reasonOf('not_email'), name: 'E-mail', value: 'a' };
const second = { ...reasonOf('repeated', { row: 9 }), name: 'Phone' };

describe('the outcomes of a run', () => {
  it('come in order of rows, from the batches and from the problems of the reading', async () => {
    const found = [
      { row: 4, ...first },
      { row: 4, ...second },
      { row: 6, twinOf: 2 },
      { row: 7, filtered: true },
    ];
    expect(await outcomesOf([[2, 3], [5]], found)).toEqual([
      { row: 2, status: 'created' },
      { row: 3, status: 'created' },
      {
        row: 4,
        status: 'failed',
        reasons: [first, second],
      },
      { row: 5, status: 'created' },
      { row: 6, status: 'skipped' },
      { row: 7, status: 'filtered' },
    ]);
  });

  it('put a row that failed and is in a batch into one class: failed (invariant 1)', async () => {
    const outcomes = await outcomesOf([[2, 3]], [{ row: 3, ...second }]);
    expect(outcomes).toEqual([
      { row: 2, status: 'created' },
      { row: 3, status: 'failed', reasons: [second] },
    ]);
  });

  it('are in order and complete however rows were held back (invariant 1)', async () => {
    const kinds = fc.array(fc.constantFrom('batch', 'heldBack', 'problem', 'lateProblem'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 1, max: 5 }), async (kinds, size) => {
        const rows = kinds.map((kind, index) => ({ kind, row: index + 2 }));
        const of = (kind: string) => rows.filter((one) => one.kind === kind).map(({ row }) => row);
        const sent = [...of('batch'), ...of('heldBack')];
        const batches = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
          sent.slice(index * size, (index + 1) * size),
        );
        const problems = [...of('problem'), ...of('lateProblem')].map((row) => ({ row, ...first }));
        const outcomes = await outcomesOf(batches, problems);
        expect(outcomes.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
      }),
      { numRuns: 200 },
    );
  });
});
