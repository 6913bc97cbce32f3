import { describe, expect, it } from 'vitest';
import { previewOf, previewHash } from './preview.ts';

const records = [{ email: 'a@x.org' }, { email: 'b@x.org', deleted: true }, { email: 'c@x.org' }];
const object = {
  v: 1 as const,
  rows: [2, 3, 5],
  body: JSON.stringify([{ schema: 'client', lookup: 'email', records }]),
};
const counts = { created: 1, updated: 1, unchanged: 0, deleted: 1, failed: 0, notAttempted: 0 };
const preview = {
  v: 1,
  counts,
  outcomes: [
    [1, 'created', 'made-up'],
    [2, 'deleted', 'id-2'],
    [3, 'updated', 'id-3'],
  ],
  diffs: [[3, { firstName: ['Ann', 'Anna'] }]],
  diffsOmitted: 0,
};
const told = (change: object = {}) => previewOf(object, JSON.stringify({ ...preview, ...change }));

describe('the preview of a dry run', () => {
  it('is kept by row, with each field that would change', () => {
    expect(told().rows).toEqual([
      { row: 2, status: 'created' },
      { row: 3, status: 'deleted', recordId: 'id-2' },
      { row: 5, status: 'updated', recordId: 'id-3', diff: { firstName: ['Ann', 'Anna'] } },
    ]);
  });

  it('is the same where only the id of a record to be made is another', () => {
    const outcomes = [[1, 'created', 'another'], ...preview.outcomes.slice(1)];
    expect(previewHash(told({ outcomes }))).toBe(previewHash(told()));
  });

  it.each([
    ['an outcome', { outcomes: [[1, 'updated', 'id-1'], ...preview.outcomes.slice(1)] }],
    ['a record', { outcomes: [...preview.outcomes.slice(0, 2), [3, 'updated', 'id-4']] }],
    ['what is stored', { diffs: [[3, { firstName: ['Anne', 'Anna'] }]] }],
    ['how much is left out', { diffsOmitted: 1 }],
  ])('is another where %s is another', (_, change) => {
    expect(previewHash(told(change))).not.toBe(previewHash(told()));
  });

  it.each([null, undefined, 'some words', '{"v":2}'])(
    'is what was asked for where a server that is not ours says %j',
    (text) => {
      expect(previewOf(object, text).rows).toEqual([
        { row: 2, status: 'landed' },
        { row: 3, status: 'deleted' },
        { row: 5, status: 'landed' },
      ]);
    },
  );
});
