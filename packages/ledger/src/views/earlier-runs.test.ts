import { expect, test } from 'vitest';
import { earlierOf, type EarlierRun } from './earlier.ts';

const run = (runId: string, status: string, schema = 'client'): EarlierRun => ({
  ...{ runId, status, schema },
  startedAt: '2026-03-01T08:00:00.000Z',
});

test('a file that only a rejected run had was not imported', () => {
  expect(earlierOf([run('r', 'rejected')], [])).toMatchObject({ kind: 'notImported', run: { runId: 'r' } });
  expect(earlierOf([], [])).toBeUndefined();
});

test('a file that landed names those that wrote to its collection since, and no others', () => {
  const since = [
    run('prof', 'succeeded', 'professional'),
    run('bad', 'rejected'),
    run('issues', 'succeeded', 'issue'),
    run('monday', 'succeeded'),
  ];
  const found = earlierOf([run('bad', 'rejected'), run('monday', 'succeeded')], since);
  expect(found).toMatchObject({ kind: 'landed', run: { runId: 'monday' }, between: [{ runId: 'prof' }] });
});

test('a file whose run waits for a person is waited for, although an earlier one landed', () => {
  const found = earlierOf([run('asks', 'awaiting_approval'), run('monday', 'succeeded')], []);
  expect(found).toMatchObject({ kind: 'open', run: { runId: 'asks' } });
});
