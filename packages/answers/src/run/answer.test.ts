import { noRows, type Counts } from '@sluice/ledger';
import { expect, it } from 'vitest';
import { answerText } from './answer.ts';
import type { RunFacts } from './facts.ts';

type Status = RunFacts['run']['status'];
const answer = (status: Status, counts: Partial<Counts>, about: Pick<RunFacts, 'skippedFor'> = {}) =>
  answerText({ run: { status, counts: { ...noRows, ...counts } }, ...about });

const exact = { skippedFor: { landedAlready: 0, asExported: 0, changedSince: 0 } };

it.each<[string, Status, Partial<Counts>, string]>([
  [
    'how many rows are in and how many are not',
    'partly_succeeded',
    { read: 1000, created: 900, landed: 50, failed: 10, notAttempted: 40 },
    '950 of the 1,000 rows of this file are in the records. 50 rows are not.',
  ],
  [
    'no skipped row as in the records, since the row that it equals may not be (invariant 1)',
    'failed',
    { read: 10, created: 5, skipped: 2, failed: 3 },
    'The import stopped early. 5 of the 10 rows of this file are in the records. 3 rows are not. 2 rows were skipped as identical to an earlier row.',
  ],
  [
    'no row with an unknown outcome as missing',
    'cancelled',
    { read: 600, created: 100, unknown: 500 },
    'The run was cancelled. 100 of the 600 rows of this file are in the records. For 500 rows this is unknown.',
  ],
  [
    'the wrong rows of those that the profile takes',
    'rejected',
    { read: 4, filtered: 1, failed: 3 },
    'Nothing was imported: all 3 rows have errors.',
  ],
  ['a file without rows', 'failed', {}, 'The import stopped early. No rows were read.'],
  [
    'deleted records',
    'succeeded',
    { read: 2, deleted: 1, updated: 1 },
    'All 2 rows of this file took effect: 1 record deleted.',
  ],
])('the answer about a run counts %s', (_, status, counts, text) => {
  expect(answer(status, counts, exact)).toBe(text);
});

it('says no more of skipped rows than it knows', () => {
  const counts = { read: 10, created: 6, skipped: 4 };
  expect(answer('succeeded', counts)).toBe('All 10 rows of this file are done.');
  expect(
    answer('succeeded', counts, { skippedFor: { landedAlready: 0, asExported: 3, changedSince: 1 } }),
  ).toBe(
    '6 rows of this file are in the records. 3 rows are as exported: nothing was written for them. 1 row was left out, as others have changed its record since the export.',
  );
});
