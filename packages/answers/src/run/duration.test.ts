import { expect, it } from 'vitest';
import { durationText, leftText } from './duration.ts';

it.each([
  [200, '1 s'],
  [7_400, '7 s'],
  [41_000, '40 s'],
  [89_999, '90 s'],
  [170_000, '3 min'],
  [5_390_000, '90 min'],
  [5_400_000, '1 h 30 min'],
  [7_190_000, '2 h'],
  [172_800_000, '2 days'],
])('%i ms is %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text));

it('never names an end that has passed', () => {
  const now = new Date('2026-03-01T08:00:00Z');
  expect(leftText('2026-03-01T08:00:40Z', now)).toBe('40 s left');
  expect(leftText('2026-03-01T07:00:00Z', now)).toBe('almost done');
  expect(leftText(null, now)).toBe('');
});
