import { expect, test } from 'vitest';
import { parseSchedule } from './expression.ts';

const next = (expression: string, after: string, zone?: string) =>
  parseSchedule(expression, zone).next(new Date(after))?.toISOString();

test.each([
  ['rate(15 minutes)', '2026-01-01T00:00:00Z', '2026-01-01T00:15:00.000Z'],
  ['rate(1 hour)', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000Z'],
  ['rate(2 days)', '2026-01-30T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['cron(30 6 * * ? *)', '2026-01-01T06:30:00Z', '2026-01-02T06:30:00.000Z'],
  ['cron(0/20 8-9 ? * MON-FRI *)', '2026-01-02T09:40:00Z', '2026-01-05T08:00:00.000Z'],
  ['cron(0 0 L * ? *)', '2026-02-01T00:00:00Z', '2026-02-28T00:00:00.000Z'],
  ['cron(0 12 1,15 FEB ? 2028)', '2026-01-01T00:00:00Z', '2028-02-01T12:00:00.000Z'],
  ['cron(0 12 ? * 1 *)', '2026-01-01T00:00:00Z', '2026-01-04T12:00:00.000Z'],
  ['cron(0 0 1 1 ? 2020)', '2026-01-01T00:00:00Z', undefined],
  ['at(2026-03-01T10:30:00)', '2026-01-01T00:00:00Z', '2026-03-01T10:30:00.000Z'],
  ['at(2026-03-01T10:30:00)', '2026-03-01T10:30:00Z', undefined],
])('%s after %s is due at %s', (expression, after, due) => {
  expect(next(expression, after)).toBe(due);
});

test('a schedule in a time zone follows its clocks over a change', () => {
  const expression = 'cron(30 2 * * ? *)';
  expect(next(expression, '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T01:30:00.000Z');
  // The clocks go from 2:00 to 3:00 on the 29th.
  expect(next(expression, '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(next(expression, '2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-30T00:30:00.000Z');
});

test.each(['every day', 'rate(3 fortnights)', 'cron(* * *)', 'cron(61 * * * ? *)', 'cron(0 0 ? * 2#1 *)'])(
  '%s is refused',
  (expression) => {
    expect(() => parseSchedule(expression)).toThrow('not understood');
  },
);

test('a rate begins at once, a time of day does not', () => {
  expect(parseSchedule('rate(15 minutes)').atStart).toBe(true);
  expect(parseSchedule('cron(0 0 * * ? *)').atStart).toBe(false);
});
