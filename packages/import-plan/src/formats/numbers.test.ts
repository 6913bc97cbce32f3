import { expect, test } from 'vitest';
import { readNumber } from './numbers.ts';

test.each([
  ['1234', '1234', '1234'],
  ['-12', '-12', '-12'],
  ['0', '0', '0'],
  ['1.5', undefined, '1.5'],
  ['1,5', '1.5', undefined],
  ['0,125', '0.125', undefined],
  ['1.234', '1234', '1.234'],
  ['1,234', '1.234', '1234'],
  ['1.234,50', '1234.50', undefined],
  ['1,234.50', undefined, '1234.50'],
  ['1.234.567', '1234567', undefined],
  ['12 345,6', '12345.6', undefined],
  ["12'345.6", undefined, '12345.6'],
  ['12\u202f345', '12345', '12345'],
  ['1234.567,8', undefined, undefined],
  ['1,23,456', undefined, undefined],
  ['007', undefined, undefined],
  ['1e5', undefined, undefined],
  ['12 %', undefined, undefined],
  ['€ 5', undefined, undefined],
  ['', undefined, undefined],
])('%j is %j with a decimal comma, and %j with a decimal point', (text, comma, point) => {
  expect(readNumber(text, 'comma')).toBe(comma);
  expect(readNumber(text, 'point')).toBe(point);
});
