import { expect, it } from 'vitest';
import { reasonOf } from '@sluice/contract';
import type { RowOutcome } from '@sluice/import-plan';
import { createTally } from './tally.ts';

it('counts refused rows by their reason without the values, the most frequent one first', async () => {
  const refused = (row: number, name: string, value: string): RowOutcome => ({
    row,
    status: 'failed',
    reasons: [{ ...reasonOf('not_email'), name, value }],
  });
  const { pass, tally } = createTally();
  const outcomes = [refused(2, 'Other', 'x'), refused(4, 'E-mail', 'a'), refused(5, 'E-mail', 'b')];
  for await (const _ of pass(stream(outcomes))) continue;
  expect(tally()).toMatchObject({
    counts: { failed: 3 },
    problemsInAll: 3,
    problems: [
      { reason: expect.stringMatching(/^E-mail is not an e-mail address\./u), rows: 2, firstRows: [4, 5] },
      { reason: expect.stringMatching(/^Other is/u), rows: 1, firstRows: [2] },
    ],
  });
});

async function* stream(outcomes: readonly RowOutcome[]): AsyncGenerator<RowOutcome> {
  yield* outcomes;
}
