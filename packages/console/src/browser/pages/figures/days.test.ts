import { expect, it } from 'vitest';
import { shownDay } from './days.ts';

it('shows a day whose parts add up to the rows that were read, and its throughput', () => {
  const sums = { day: '2026-11-21', runs: 2, read: 1200, landed: 1000, failed: 50, ms: 120_000, usd: 0.5 };
  expect(shownDay(sums)).toEqual({
    ...{ day: '2026-11-21', landed: 1000, failed: 50, others: 150, perMinute: 600, usd: 0.5 },
  });
  expect(shownDay({ ...sums, ms: 0 }).perMinute).toBe(0);
});
