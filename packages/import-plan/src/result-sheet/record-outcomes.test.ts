import { reasonOf } from '@sluice/contract';
import { expect, it } from 'vitest';
import { composed, eachRecord, shownOutcome } from './record-outcomes.ts';

const why = reasonOf('not_sent', { why: 'x' });

it('a row has the outcome of its records, and the class of the one that matters most (invariant 1)', () => {
  const outcomes = composed([
    { row: 2, status: 'created', recordId: 'a' },
    { row: 2, status: 'failed', reasons: [why] },
    { row: 3, status: 'unchanged', recordId: 'c' },
    { row: 4, status: 'created', recordId: 'd' },
    { row: 4, status: 'updated', recordId: 'e' },
    { row: 5, status: 'not attempted', reasons: [why] },
    { row: 5, status: 'not attempted', reasons: [why] },
  ]);
  expect(outcomes.map(({ row, status, reasons }) => [row, status, reasons])).toEqual([
    [2, 'failed', [why]],
    [3, 'unchanged', undefined],
    [4, 'updated', undefined],
    [5, 'not attempted', [why]],
  ]);
  expect(outcomes.map(shownOutcome)).toEqual([
    { status: 'created; failed', recordId: 'a' },
    { status: 'unchanged', recordId: 'c' },
    { status: 'created; updated', recordId: 'd; e' },
    { status: 'not attempted', recordId: '' },
  ]);
  expect(eachRecord(outcomes).map(({ row, status }) => `${row} ${status}`)).toEqual([
    '2 created',
    '2 failed',
    '3 unchanged',
    '4 created',
    '4 updated',
    '5 not attempted',
    '5 not attempted',
  ]);
});
