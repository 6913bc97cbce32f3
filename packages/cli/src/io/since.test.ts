import { describe, expect, it } from 'vitest';
import { readSince, timesOf } from './since.ts';

const now = new Date('2026-03-01T08:00:00Z');

describe('a point in time on the command line', () => {
  it.each([
    ['2026-02-01', '2026-02-01T00:00:00.000Z'],
    ['2026-02-01T10:30', '2026-02-01T10:30:00.000Z'],
    ['2026-02-01T10:30:15Z', '2026-02-01T10:30:15.000Z'],
    ['2026-02-01T10:30:15.250+02:00', '2026-02-01T08:30:15.250Z'],
    ['90m', '2026-03-01T06:30:00.000Z'],
    ['24h', '2026-02-28T08:00:00.000Z'],
    ['7d', '2026-02-22T08:00:00.000Z'],
    ['2w', '2026-02-15T08:00:00.000Z'],
  ])('reads %s as %s', (text, time) => {
    expect(readSince(text, now)).toBe(time);
  });

  it.each([
    ['2026-02-31', 'there is no such day; 2026-02 ends on the 28th. Expected, for example, 2026-02-28.'],
    ['2026-04-31T10:00Z', 'Expected, for example, 2026-04-30T10:00Z.'],
    ['2026-13-31', 'expected a date (2026-03-01)'],
    ['2026-02-31 soon', 'expected a date (2026-03-01)'],
    ['2026-02-99', 'expected a date (2026-03-01)'],
  ])('refuses %s with what was meant', (since, words) => {
    expect(() => timesOf({ since }, { now: () => now })).toThrow(words);
  });

  it.each([
    'yesterday',
    '2026-13-01',
    '2026-02-31',
    '2026-02-29T10:00Z',
    '2026-04-31T10:00',
    '7',
    '7y',
    '1/2/2026',
    '2026-02-01 10:30',
    '',
    '9999999d',
  ])('refuses %j', (text) => {
    expect(readSince(text, now)).toBeUndefined();
  });
});
