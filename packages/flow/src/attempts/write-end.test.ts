import { reasonOf } from '@sluice/contract';
import { expect, it } from 'vitest';
import { countBatch } from './write-end.ts';
import { runKeys } from '../run-objects.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';

it('a row that failed when the sheet was read fails once, however many others did (invariant 1)', async () => {
  const files = createMemoryFiles({ chunkBytes: 100_000 });
  const rows = Array.from({ length: 25_000 }, (_, index) => index + 2).toReversed();
  const lines = rows.map((row) => JSON.stringify({ row, ...reasonOf('repeated', { row: 2 }) }));
  await files.put(runKeys.problems('run1'), `${lines.join('\n')}\n`);
  const reading = { rows: 30_000, batches: 1, failed: rows.length, skipped: 0 };
  const outcomes = [2, 9, 25_001, 25_002].map((row) => ({ row, status: 'failed' as const }));
  const count = () => countBatch({ runId: 'run1', reading }, { phase: 'dry', outcomes }, files);
  expect(await count()).toEqual({ failed: 1 });
  expect(await count()).toEqual({ failed: 1 });
});
