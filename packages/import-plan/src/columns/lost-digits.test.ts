import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';
import { isShortened } from './lost-digits.ts';

const accounts = settingsOf({ schema: 'interestAccount', lookup: 'ownerNumber' });
const planned = (numbers: readonly string[]) =>
  planText(['Owner number,Name', ...numbers.map((number, at) => `${number},N${at}`)].join('\n'), {
    settings: accounts,
  });
const notesOf = async (numbers: readonly string[]) => (await planned(numbers)).totals.notes;

describe('digits that lost their leading zeros', () => {
  test('cause a warning with the rows, and no problem', async () => {
    const plan = await planned([
      '48213',
      '1067',
      '50667',
      '',
      '99084',
      '501',
      'none',
      '20095',
      '80331',
      '70173',
    ]);
    expect(plan.totals.notes).toEqual([
      'Column "Owner number" holds texts of 5 digits, and shorter ones in rows 3 and 7: leading zeros may have been lost in a spreadsheet program. Compare them before you import.',
    ]);
    expect(plan.problems.map(({ row }) => row)).toEqual([5]);
  });

  test('are counted beyond the first rows', async () => {
    const numbers = Array.from({ length: 100 }, (_, at) =>
      at % 10 === 3 ? `7${at + 100}` : `12${at + 1000}`,
    );
    expect((await notesOf(numbers)).join()).toContain('rows 5, 15, 25 and 7 more: leading zeros');
  });

  test.each([
    ['a counter', Array.from({ length: 1500 }, (_, at) => `${at + 1}`)],
    ['a counter of four digits', Array.from({ length: 9999 }, (_, at) => `${at + 1}`)],
    ['texts of one length, some with leading zeros', ['01067', '48213', '00501']],
    ['a short text that has its zeros', ['01067', '48213', '50667', '007']],
    ['numbers of any length', ['1234', '12345', '123', '1234567']],
    ['words', ['one', 'two 12', '3a']],
    ['short codes', ['100', '200', '50', '300', '400']],
  ])('%s causes no warning', async (_, numbers) => {
    expect(await notesOf(numbers)).toEqual([]);
  });
});

test('a long number that a spreadsheet has shortened is refused', async () => {
  const { problems } = await planned(['1.23E+11', '" 4,91512E+12 "', '12E+3', 'E+1', '1E5', '1.23456E+011']);
  expect(problems.map(({ row, name }) => [row, name])).toEqual([
    [2, 'Owner number'],
    [3, 'Owner number'],
    [7, 'Owner number'],
  ]);
  expect(problems[0]).toMatchObject({ code: 'lost_digits', value: '1.23E+11' });
});

test('the end of a cell shows that it is no shortened number only where it is none', () => {
  const sign = fc.constantFrom(...'+-.,E0189 \u00a0x');
  const cell = fc.oneof(
    fc.string({ unit: sign, maxLength: 10 }),
    fc.stringMatching(/^ ?\d\.\d\dE\+\d{1,4}[ \u00a0]?$/),
  );
  fc.assert(
    fc.property(cell, (text) => {
      expect(isShortened(text)).toBe(/^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/u.test(text.trim()));
    }),
    { numRuns: 3000 },
  );
});
