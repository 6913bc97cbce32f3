import { expect, test } from 'vitest';
import { countOutcomes, previewSchema, type PreviewOutcome } from './import-preview.ts';
import { describeLines, describeProblems, problemLine } from './import-problems.ts';
import { reasonOf } from '../reasons/reason.ts';

const problem = (number: number, field = 'email') => ({
  number,
  set: 1,
  record: number,
  field,
  ...reasonOf('not_email'),
});

test('a problem is one line, whatever its field is called', () => {
  expect(problemLine(problem(3))).toBe(
    'record 3 (set 1, record 3): email: is not an e-mail address. Write one such as `name@example.com`.',
  );
  expect(problemLine(problem(3, 'a\nrecord 9: b\u2028'))).not.toMatch(/[\n\u2028]/u);
  expect(problemLine(problem(3, '😀'.repeat(200))).isWellFormed()).toBe(true);
});

test('lists problems up to the length, then counts the rest', () => {
  const problems = Array.from({ length: 100 }, (_, index) => problem(index + 1));
  expect(describeProblems(problems).split('\n')).toHaveLength(100);
  const cut = describeProblems(problems, 1000).split('\n');
  expect(cut.at(-1)).toBe(`and ${100 - (cut.length - 1)} more`);
  expect(describeProblems([])).toBe('');
});

test('problems of whole record sets count like those of records', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `set ${index + 1}: schema: expected another`);
  const cut = describeLines(lines, (line) => line, 500).split('\n');
  expect(cut.at(-1)).toBe(`and ${50 - (cut.length - 1)} more`);
  expect(cut.slice(0, -1)).toEqual(lines.slice(0, cut.length - 1));
});

test('a preview counts its outcomes', () => {
  const outcomes: PreviewOutcome[] = [
    [1, 'created', 'u1'],
    [2, 'failed'],
    [3, 'created', 'u3'],
  ];
  const counts = countOutcomes(outcomes);
  expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, deleted: 0, failed: 1, notAttempted: 0 });
  const preview = {
    v: 1,
    counts,
    outcomes,
    diffs: [[1, { name: [null, 'Zoë'] }]],
    diffsOmitted: 0,
    names: [],
  };
  expect(previewSchema.parse(preview)).toEqual(preview);
});
