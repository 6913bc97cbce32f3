import { noRows } from '@sluice/ledger';
import { expect, test } from 'vitest';
import { daysOf } from './days.ts';

const now = new Date('2026-11-23T12:00:00.000Z');
const counts = { ...noRows, read: 100, created: 60, unchanged: 10, failed: 20, filtered: 10 };
const run = {
  startedAt: '2026-11-22T10:00:00.000Z',
  finishedAt: '2026-11-22T10:02:00.000Z',
  counts,
  usd: 0.5,
};

test('every row of a day is in one of its three parts', () => {
  const [, yesterday, today] = daysOf([run, run], { count: 3, now });
  expect(yesterday).toEqual({
    day: '2026-11-22',
    landed: 140,
    failed: 40,
    others: 20,
    perMinute: 50,
    usd: 1,
  });
  expect(today).toMatchObject({ day: '2026-11-23', landed: 0, failed: 0, others: 0, perMinute: 0 });
});
