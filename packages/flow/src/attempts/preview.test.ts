import { describe, expect, it } from 'vitest';
import { readPreview } from '@sluice/import-plan';
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
const previewWith = (change: object = {}) =>
  previewOf(object, readPreview(JSON.stringify({ ...preview, ...change })));

describe('the preview of a dry run', () => {
  it('lists each row, with each field that would change', () => {
    expect(previewWith().rows).toEqual([
      { row: 2, status: 'created' },
      { row: 3, status: 'deleted', recordId: 'id-2' },
      { row: 5, status: 'updated', recordId: 'id-3', diff: { firstName: ['Ann', 'Anna'] } },
    ]);
  });

  it('has the same hash if only the id of a new record differs', () => {
    const outcomes = [[1, 'created', 'another'], ...preview.outcomes.slice(1)];
    expect(previewHash(previewWith({ outcomes }))).toBe(previewHash(previewWith()));
  });

  it.each([
    ['an outcome', { outcomes: [[1, 'updated', 'id-1'], ...preview.outcomes.slice(1)] }],
    ['a record', { outcomes: [...preview.outcomes.slice(0, 2), [3, 'updated', 'id-4']] }],
    ['what is stored', { diffs: [[3, { firstName: ['Anne', 'Anna'] }]] }],
    ['how much is left out', { diffsOmitted: 1 }],
  ])('has another hash if %s differs', (_, change) => {
    expect(previewHash(previewWith(change))).not.toBe(previewHash(previewWith()));
  });

  it.each([null, undefined, 'some text', '{"v":2}'])(
    'is what was sent if another server returns %j',
    (text) => {
      expect(previewOf(object, readPreview(text)).rows).toEqual([
        { row: 2, status: 'landed' },
        { row: 3, status: 'deleted' },
        { row: 5, status: 'landed' },
      ]);
    },
  );
});
