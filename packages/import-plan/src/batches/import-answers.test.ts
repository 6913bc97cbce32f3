import { describeProblems, type Preview } from '@sluice/contract';
import { describe, expect, test } from 'vitest';
import { readPreview, rowsNamed } from './import-answers.ts';

describe('rowsNamed', () => {
  test('reads every line of our service, for records of any rows', () => {
    const problem = (number: number, field: string) => ({
      number,
      set: 1,
      record: number,
      field,
      expected: 'a date: 2026-01-31',
    });
    const message = describeProblems([problem(1, 'dueDate'), problem(3, 'title'), problem(9, 'title')]);
    expect(rowsNamed(message, [12, 13, 20])).toEqual([
      { row: 12, column: 'dueDate', expected: 'a date: 2026-01-31' },
      { row: 20, column: 'title', expected: 'a date: 2026-01-31' },
    ]);
  });

  test.each([
    ['record 2', [{ row: 6, expected: expect.stringContaining('no reason') }]],
    ['Validation failed: Record #2: email is missing.', [{ row: 6, expected: 'email is missing.' }]],
    [
      'Record number 1 (email) is invalid; record no. 3: unknown role',
      [
        { row: 5, expected: '(email) is invalid' },
        { row: 7, expected: 'unknown role' },
      ],
    ],
    ['something failed', []],
    ['and 12 more', []],
    ['record 4', []],
    ['record 0', []],
  ])('reads the rows in a message of another server: %j', (message, problems) => {
    expect(rowsNamed(message, [5, 6, 7])).toEqual(problems);
  });
});

describe('readPreview', () => {
  const preview: Preview = {
    v: 1,
    counts: { created: 1, updated: 0, unchanged: 1, deleted: 0, failed: 0, notAttempted: 0 },
    outcomes: [
      [1, 'created', 'u1'],
      [2, 'unchanged'],
    ],
    diffs: [],
    diffsOmitted: 0,
    names: [],
  };

  test('reads the preview of our service', () => {
    expect(readPreview(JSON.stringify(preview))).toEqual(preview);
  });

  test.each([undefined, null, '', 'two records', '{"v":2}', '[]'])('reads nothing from %j', (text) => {
    expect(readPreview(text)).toBeUndefined();
  });
});
