import { expect, it } from 'vitest';
import type { RowOutcome } from '@sluice/import-plan';
import { createTally } from './tally.ts';

it('counts refused rows by their reason, the most frequent one first', async () => {
  const refused = (row: number, reason: string): RowOutcome => ({ row, status: 'failed', reason });
  const { pass, tally } = createTally();
  const outcomes = [
    refused(2, 'Phone: digits'),
    refused(4, 'Email: an address'),
    refused(5, 'Email: an address'),
  ];
  for await (const _ of pass(stream(outcomes))) continue;
  expect(tally()).toMatchObject({
    counts: { failed: 3 },
    problemsInAll: 3,
    problems: [
      { reason: 'Email: an address', rows: 2, firstRows: [4, 5] },
      { reason: 'Phone: digits', rows: 1, firstRows: [2] },
    ],
  });
});

async function* stream(outcomes: readonly RowOutcome[]): AsyncGenerator<RowOutcome> {
  yield* outcomes;
}
