import { expect, it } from 'vitest';
import { readSchedule } from './schedule.ts';
import { upcomingFires } from './upcoming.ts';

const at = (text: string) => new Date(text);
function fires(
  expression: string,
  more: { now: string; days: number; most?: number; last?: string; zone?: string },
) {
  const read = readSchedule(expression, more.zone ?? 'Europe/Berlin');
  if (read.kind === 'refused') throw new Error(read.expected);
  const { now, days, most = 100, last } = more;
  const window = { now: at(now), days, most, last: last === undefined ? undefined : at(last) };
  return upcomingFires(read.schedule, window).map((one) => one.toISOString());
}

it('keeps the hour of the zone when its clocks change', () => {
  // In Berlin summer time ends on 25 October 2026.
  expect(fires('cron(30 6 * * ? *)', { now: '2026-10-23T12:00:00Z', days: 3 })).toEqual([
    '2026-10-24T04:30:00.000Z',
    '2026-10-25T05:30:00.000Z',
    '2026-10-26T05:30:00.000Z',
  ]);
});

it('leaves out a time that the clocks skip, and takes one that comes twice once', () => {
  expect(fires('cron(30 2 * * ? *)', { now: '2026-03-28T12:00:00Z', days: 2 })).toEqual([
    '2026-03-30T00:30:00.000Z',
  ]);
  expect(fires('cron(30 2 * * ? *)', { now: '2026-10-24T12:00:00Z', days: 1.5 })).toEqual([
    '2026-10-25T00:30:00.000Z',
  ]);
});

it('counts a rate from the last start, and ends after so many', () => {
  const window = { now: '2026-03-01T10:30:00Z', days: 1, last: '2026-03-01T10:00:00Z' };
  expect(fires('rate(8 hours)', window)).toEqual([
    '2026-03-01T18:00:00.000Z',
    '2026-03-02T02:00:00.000Z',
    '2026-03-02T10:00:00.000Z',
  ]);
  expect(fires('rate(1 minute)', { ...window, most: 5 })).toHaveLength(5);
  expect(fires('at(2026-03-01T10:00:00)', window)).toEqual([]);
});
