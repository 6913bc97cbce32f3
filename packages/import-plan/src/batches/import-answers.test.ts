import { describeProblems, reasonOf, reasonText, type Preview } from '@sluice/contract';
import { describe, expect, test } from 'vitest';
import { readPreview, rowsNamed } from './import-answers.ts';

describe('rowsNamed', () => {
  test('reads every line of our service, for records of any rows, with headers and values', () => {
    const problem = (number: number, field: string) => ({ number, set: 1, record: number, field });
    const message = describeProblems([
      { ...problem(1, 'dueDate'), ...reasonOf('not_date') },
      { ...problem(3, 'title'), ...reasonOf('required_blank', { schema: 'issue' }) },
      { ...problem(3, 'record'), ...reasonOf('busy') },
      { ...problem(9, 'title'), ...reasonOf('not_text') },
    ]);
    const headers = { dueDate: 'Faellig' };
    const { named } = rowsNamed(message, { rows: [12, 13, 20], headers, records: [{ dueDate: 'soon' }] });
    expect(named.map((problem) => `${problem.row} ${problem.code}: ${reasonText(problem)}`)).toEqual([
      '12 not_date: Faellig `soon` is not a date. Write it as `2026-01-31`, or with time and zone as `2026-01-31T09:30:00Z`.',
      '20 required_blank: Title is blank. A new issue needs one.',
      '20 busy: This record was being written by others at that moment. Import it again.',
    ]);
  });

  test.each([
    ['record 3', [[7, 'The service gave no reason']]],
    ['Validation failed: Record #3: email is missing.', [[7, 'email is missing.']]],
    ['record 2 (set 1, record 2): email: must be unique', [[6, 'E-mail: must be unique']]],
    [
      'Record number 1 (email) is invalid; record no. 3: unknown role',
      [
        [5, '(email) is invalid'],
        [7, 'unknown role'],
      ],
    ],
    [
      'Record 0 is wrong\nRecord 1 is wrong',
      [
        [5, 'is wrong'],
        [6, 'is wrong'],
      ],
    ],
    ['something failed', []],
    ['and 12 more', []],
    ['record 4', []],
  ])('reads the rows in a message of another server, whose words stay: %j', (message, problems) => {
    const { named } = rowsNamed(message, { rows: [5, 6, 7], records: [] });
    expect(named.map((problem) => [problem.row, reasonText(problem)])).toEqual(problems);
    expect(named.every(({ code }) => code === 'refused_by_service')).toBe(true);
  });

  test.each([
    ['Record 0 is wrong', undefined, [5], 0, []],
    ['Record 3 is wrong', undefined, [7], 1, []],
    ['Record 1 is wrong', undefined, [], undefined, [5, 6]],
    ['Record 1 is wrong', 0, [6], undefined, []],
    ['Record 1 is wrong', 1, [5], undefined, []],
    ['Record 0 and record 3', undefined, [5], 0, []],
  ] as const)(
    'finds from which number %j counts where %j is known',
    (message, known, rows, shown, suspects) => {
      const found = rowsNamed(message, { rows: [5, 6, 7], records: [] }, known);
      expect(found.named.map(({ row }) => row)).toEqual(rows);
      expect([found.numbering, found.suspects]).toEqual([shown, suspects]);
    },
  );

  test('needs no numbering where both records that a number may mean are of one row', () => {
    const { named, suspects } = rowsNamed('Record 1 is wrong', { rows: [5, 5, 7], records: [] });
    expect([named.map(({ row }) => row), suspects]).toEqual([[5], []]);
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
