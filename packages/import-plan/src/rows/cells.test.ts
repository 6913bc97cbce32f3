import { expect, test } from 'vitest';
import { expectationOf, type FieldSpec } from '@sluice/contract';
import { expectedInCell } from './cells.ts';

const expectedIn = (type: FieldSpec['type'], expected: string, cell = ''): string =>
  expectedInCell({ type }, expected, cell);

test('what is expected is described for a person who types cells', () => {
  expect(expectedIn('boolean', 'true or false')).toContain('yes or no');
  expect(expectedIn('boolean', 'true or false; it cannot be cleared')).toMatch(
    /yes or no.*; it cannot be cleared/u,
  );
  expect(expectedIn('email', 'anything else')).toBe('anything else');
});

test.each(['2026-02-30', '31.4.2026', '30 Feb 2026', '29/2/2027 9:30'])(
  '%s is a date, but not a day',
  (cell) => {
    expect(expectedIn('date', expectationOf({ type: 'date' }), cell)).toBe('a day that the calendar has');
  },
);

test.each(['31.12.26', 'soon', '2026-02-28 9:30', ''])(
  '%s is not a date with a year of four digits and a zone',
  (cell) => {
    expect(expectedIn('date', expectationOf({ type: 'date' }), cell)).toContain('a year of four digits');
  },
);
