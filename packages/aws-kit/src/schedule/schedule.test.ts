import { describe, expect, it, test } from 'vitest';
import { readSchedule } from './index.ts';

const schedule = (expression: string, zone?: string) => {
  const read = readSchedule(expression, zone);
  if (read.kind === 'refused') throw new Error(`refused: ${read.expected}`);
  return read.schedule;
};
const next = (expression: string, after: string, zone?: string) =>
  schedule(expression, zone).next(new Date(after))?.toISOString();

/** The times at which it fires, from one time until another. */
function fired(expression: string, zone: string, [from, to]: readonly [string, string]): string[] {
  const [times, { next: after }] = [[] as string[], schedule(expression, zone)];
  for (let at = after(new Date(from)); at !== undefined && at < new Date(to); at = after(at))
    times.push(at.toISOString().slice(5, 16));
  return times;
}

test.each([
  ['rate(15 minutes)', '2026-01-01T00:00:00Z', '2026-01-01T00:15:00.000Z'],
  ['rate(1 hour)', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000Z'],
  ['rate(2 days)', '2026-01-30T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['cron(30 6 * * ? *)', '2026-01-01T06:30:00Z', '2026-01-02T06:30:00.000Z'],
  ['cron(0/20 8-9 ? * MON-FRI *)', '2026-01-02T09:40:00Z', '2026-01-05T08:00:00.000Z'],
  ['cron(0 0 L * ? *)', '2026-02-01T00:00:00Z', '2026-02-28T00:00:00.000Z'],
  ['cron(0 0 LW * ? *)', '2026-02-01T00:00:00Z', '2026-02-27T00:00:00.000Z'],
  ['cron(0 0 1W * ? *)', '2026-08-01T00:00:00Z', '2026-08-03T00:00:00.000Z'],
  ['cron(0 0 31W * ? *)', '2026-05-01T00:00:00Z', '2026-05-29T00:00:00.000Z'],
  ['cron(0 0 ? * FRIL *)', '2026-02-01T00:00:00Z', '2026-02-27T00:00:00.000Z'],
  ['cron(0 0 ? * 2#1 *)', '2026-02-03T00:00:00Z', '2026-03-02T00:00:00.000Z'],
  ['cron(0 0 ? * L *)', '2026-01-01T00:00:00Z', '2026-01-03T00:00:00.000Z'],
  ['cron(0 0 29 feb ? *)', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['cron(0 12 1,15 FEB ? 2028)', '2026-01-01T00:00:00Z', '2028-02-01T12:00:00.000Z'],
  ['cron(0 12 ? * 1 *)', '2026-01-01T00:00:00Z', '2026-01-04T12:00:00.000Z'],
  ['cron(0 0 1 1 ? 2020)', '2026-01-01T00:00:00Z', undefined],
  ['cron(0 0 30 2 ? *)', '2026-01-01T00:00:00Z', undefined],
  ['at(2026-03-01T10:30:00)', '2026-01-01T00:00:00Z', '2026-03-01T10:30:00.000Z'],
  ['at(2026-03-01T10:30:00)', '2026-03-01T10:30:00Z', undefined],
])('%s after %s is due at %s', (expression, after, due) => {
  expect(next(expression, after)).toBe(due);
});

test.each([
  'every day',
  'rate(3 fortnights)',
  'rate(0 minutes)',
  'cron(* * *)',
  'cron(61 * * * ? *)',
  'cron(0 0 * * * *)',
  'cron(0 0 ? * ? *)',
  'cron(0 0 0W * ? *)',
  'cron(0 0 ? * 2#6 *)',
  'cron(0 5-1 * * ? *)',
  'cron(0/0 0 * * ? *)',
  'at(2026-02-30T10:00:00)',
  'at(2026-01-01)',
])('%s is refused, with an example that is valid', (expression) => {
  const read = readSchedule(expression);
  expect(read.kind).toBe('refused');
  if (read.kind === 'refused') expect(readSchedule(read.example).kind).toBe('schedule');
});

/** Zone, the nights of its two changes, the time it leaps over and the time that comes twice. */
const zones = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25', '30 2', '30 2', '00:30'],
  ['America/New_York', '2026-03-08', '2026-11-01', '30 2', '30 1', '05:30'],
  // South of the equator, and by half an hour.
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05', '15 2', '45 1', '14:45'],
  // At midnight.
  ['America/Santiago', '2026-09-06', '2026-04-05', '30 0', '30 23', '02:30'],
] as const;
const aroundDays = (day: string): readonly [string, string] => {
  const at = Date.parse(`${day}T12:00:00Z`);
  return [new Date(at - 2 * 86_400_000).toISOString(), new Date(at + 2 * 86_400_000).toISOString()];
};

describe.each(zones)('the clock changes of %s', (zone, spring, autumn, gap, twice, first) => {
  it('leave out a time that the clocks skip, once', () => {
    const times = fired(`cron(${gap} * * ? *)`, zone, aroundDays(spring));
    const usual = fired(`cron(${gap} * * ? *)`, zone, aroundDays('2026-07-01'));
    expect(times).toHaveLength(usual.length - 1);
  });

  it('count a time that comes twice only the first time', () => {
    const times = fired(`cron(${twice} * * ? *)`, zone, aroundDays(autumn));
    expect(times).toHaveLength(4);
    expect(times.some((time) => time.endsWith(first))).toBe(true);
  });

  it('do not affect a rate, which counts elapsed hours', () => {
    for (const day of [spring, autumn]) {
      const times = fired('rate(1 hour)', zone, aroundDays(day));
      expect(times).toHaveLength(4 * 24 - 1);
    }
  });

  it('let no time of the day fire twice, and leave out only those that the clocks skip', () => {
    // Every quarter of an hour over both changes: 96 a day, less those that the clocks skip.
    const leapt = zone === 'Australia/Lord_Howe' ? 2 : 4;
    const span = (day: string) => fired('cron(0/15 * * * ? *)', zone, aroundDays(day));
    expect(span(spring)).toHaveLength(span('2026-07-01').length);
    expect(new Set(span(autumn)).size).toBe(span('2026-07-01').length - leapt);
  });

  it('cannot be used as the single time of a schedule', () => {
    const [minute = '', hour = ''] = gap.split(' ');
    const time = `${spring}T${hour.padStart(2, '0')}:${minute}:00`;
    expect(readSchedule(`at(${time})`, zone)).toMatchObject({
      kind: 'refused',
      expected: expect.stringContaining('skip'),
    });
    expect(readSchedule(`at(${time})`, 'UTC').kind).toBe('schedule');
  });
});
