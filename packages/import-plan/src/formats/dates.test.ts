import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrders, readDate, type DateFormat } from './dates.ts';

const read = (text: string, format: Partial<DateFormat> = {}) =>
  readDate(text, { order: 'dmy', midnights: 'dates', ...format });

describe('a date is read as the written day', () => {
  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/5', '2026-01-05'],
    ['31.12.2026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['01-02-2026', '2026-02-01'],
    ['29.02.2028', '2028-02-29'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00Z'],
    ['2026-01-31 09:30:15.250+0100', '2026-01-31T09:30:15.250+01:00'],
    ['31.12.2026, 9:05 PM UTC', '2026-12-31T21:05:00Z'],
    ['31/12/2026 12:00 a.m.', '2026-12-31'],
    ['2026-01-31T00:00:00', '2026-01-31'],
    ['2026-01-31 00:00', '2026-01-31'],
    ['3 Mar 2026', '2026-03-03'],
    ['03-MAR-2026', '2026-03-03'],
    ['3rd March, 2026', '2026-03-03'],
    ['3. Sept. 2026', '2026-09-03'],
    ['March 3, 2026', '2026-03-03'],
    ['May 3rd 2026 9:05 pm Z', '2026-05-03T21:05:00Z'],
  ])('%s', (text, day) => {
    expect(read(text)).toBe(day);
  });

  test('in the order of its column, if the year comes last', () => {
    const days = dateOrders.map((order) => read('1/2/2026', { order }));
    expect(days).toEqual(['2026-02-01', '2026-01-02', undefined]);
    expect(dateOrders.map((order) => read('2026/1/2', { order }))).toEqual(Array(3).fill('2026-01-02'));
  });
});

const noDates = `31.12.26 | 3 Mar 26 | Mar-26 | March 2026 | 31 Feb 2026 | 3 Mars 2026 | 3 Marc 2026 | 31.02.2026 | 29.2.2027 | 0.1.2026
31.12/2026 | 12.2026 | 20261231 | 46022 | 2026-13-01 | 2026-01-31T24:00:00Z | 2026-01-31 13:00 pm | 2026-01-31T09:61:00Z | yesterday`;

test.each([...noDates.split(/ \| |\n/), ''])('%j is no certain date', (text) => {
  expect(read(text)).toBeUndefined();
});

describe('a time without a zone', () => {
  test('is refused without a stated zone, and keeps its clock with one', () => {
    expect(read('2026-01-31T09:30:00')).toBeUndefined();
    expect(read('2026-01-31T09:30:00', { timeZone: 'Europe/Berlin' })).toBe('2026-01-31T09:30:00+01:00');
    expect(read('31.7.2026 9:30', { timeZone: 'Europe/Berlin' })).toBe('2026-07-31T09:30:00+02:00');
    expect(read('31.7.2026 9:30', { timeZone: 'Asia/Kathmandu' })).toBe('2026-07-31T09:30:00+05:45');
    expect(read('31.7.2026 9:30', { timeZone: 'UTC' })).toBe('2026-07-31T09:30:00+00:00');
  });

  test('that the clock skips or shows twice is refused', () => {
    const timeZone = 'Europe/Berlin';
    expect(read('2026-03-29 02:30', { timeZone })).toBeUndefined();
    expect(read('2026-03-29 03:00', { timeZone })).toBe('2026-03-29T03:00:00+02:00');
    expect(read('2026-10-25 02:30', { timeZone })).toBeUndefined();
    expect(read('2026-10-25 03:00', { timeZone })).toBe('2026-10-25T03:00:00+01:00');
  });

  test('at midnight is a time only among times', () => {
    const format = { timeZone: 'America/New_York', midnights: 'times' } as const;
    expect(read('2026-01-31 00:00', format)).toBe('2026-01-31T00:00:00-05:00');
  });
});

test('an instant comes back the same from any zone', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
  const instants = fc.date({ min: new Date('1995-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (date, timeZone) => {
      const parts = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(date);
      const found = read(parts, { timeZone, midnights: 'times' });
      const whole = Math.floor(date.getTime() / 1000) * 1000;
      // Shown twice a year, or not at all.
      if (found !== undefined) expect(Date.parse(found)).toBe(whole);
    }),
    { numRuns: 500 },
  );
});
