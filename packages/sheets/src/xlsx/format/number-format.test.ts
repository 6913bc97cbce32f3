import { expect, test } from 'vitest';
import { names, number, oneSheet, row } from '../../testing/workbook.ts';
import { failureOf, read } from '../../testing/sheets.ts';
import { numberFormat, numberText } from './number-format.ts';

const units = [...'[ [$ [$- [h [< ] [] [$] " \\ ; 0 .0 s.0 _ 0"a" e+'.split(' '), ' '];

test.each(units)('200,000 characters of %j as a format are read in linear time', (unit) => {
  for (const end of ['', ']', '0']) {
    const code = unit.repeat(200_000 / unit.length) + end;
    const begun = performance.now();
    numberText('12.50', numberFormat(200, code), false);
    expect(performance.now() - begun).toBeLessThan(5000);
  }
});

test.each([
  `0.${'0'.repeat(1_000_000)}1`,
  `${'0'.repeat(1_000_000)}.5`,
  `1${'0'.repeat(1_000_000)}`,
  '1e'.repeat(500_000),
])('a number of a million digits is read in linear time', (raw) => {
  const begun = performance.now();
  numberText(raw, numberFormat(2, undefined), false);
  expect(performance.now() - begun).toBeLessThan(2000);
});

const workbook = (formats: readonly string[]) =>
  oneSheet(names(1, 'Value') + row(2, number('A2', '7', 1)), { formats });

test('number formats are limited in number and length', async () => {
  expect((await read(workbook(Array.from({ length: 5000 }, (_, at) => `0.0"${at}"`)))).rows).toHaveLength(1);
  const many = await failureOf(workbook(Array.from({ length: 5001 }, (_, at) => `0.0"${at}"`)));
  expect(many).toMatchObject({
    code: 'damaged_workbook',
    says: expect.stringContaining('more than 5000 number formats'),
  });
  const long = await failureOf(workbook(['['.repeat(1001)]));
  expect(long).toMatchObject({
    says: expect.stringContaining('a number format of more than 1000 characters'),
  });
});
