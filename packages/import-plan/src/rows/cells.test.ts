import { expect, test } from 'vitest';
import { reasonOf, type FieldSpec } from '@sluice/contract';
import { reasonInCell } from './cells.ts';

const codeIn = (
  type: FieldSpec['type'],
  code: 'not_boolean' | 'not_date' | 'not_list' | 'not_email',
  cell = '',
) => reasonInCell({ type }, reasonOf(code), cell).code;

test('what is wrong is described for a person who types cells', () => {
  expect(codeIn('boolean', 'not_boolean', 'ja')).toBe('not_yes_or_no');
  expect(codeIn('idList', 'not_list', 'a')).toBe('not_separated');
  expect(codeIn('email', 'not_email')).toBe('not_email');
});

test.each([
  ...['2026-02-30', '31.4.2026', '30 Feb 2026', '29/2/2027 9:30'].map((cell) => [cell, 'no_such_day']),
  ...['45985', '45985.25', '46053'].map((cell) => [cell, 'excel_serial']),
  ...['31.12.26', '1/2/26 9:30'].map((cell) => [cell, 'short_year']),
  ['2026-02-28 9:30', 'no_time_zone'],
  ...['soon', '', '12', '1234567'].map((cell) => [cell, 'not_date']),
])('%j in a column of dates is %s', (cell, code) => {
  expect(codeIn('date', 'not_date', cell)).toBe(code);
});
