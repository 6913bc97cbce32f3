import { describe, expect, test } from 'vitest';
import { names, number, oneSheet, row, text } from '../../../sheets/src/testing/workbook.ts';
import { planText } from '../testing/plans.ts';

const textsOf = async (...phones: readonly string[]) => {
  const rows = phones.map((phone, at) => `p${at}@example.com,${phone}`);
  const { warnings } = (await planText(['E-mail,Home phone', ...rows].join('\n'))).totals;
  return warnings.map(({ kind, rows: n, text: says }) => [kind, n, says]);
};

describe('a plan warns of', () => {
  test('a text that is no phone number', async () => {
    expect(await textsOf('030 1234567', 'call me', '0', 'unbekannt', '12', '0151 2345678')).toEqual([
      [
        'oddPhone',
        4,
        '4 rows have a text in "Home phone" that is no phone number (rows 3, 4, 5 and 1 more). It is imported as it is.',
      ],
    ]);
    expect(await textsOf('ask Ann')).toEqual([
      [
        'oddPhone',
        1,
        '1 row has a text in "Home phone" that is no phone number (row 2). It is imported as it is.',
      ],
    ]);
  });

  test('numbers without the 0 that others as long have', async () => {
    expect(
      await textsOf('0151-2345678', '015123456789', '1512345678', '(0151) 234567', '1701234567'),
    ).toEqual([
      [
        'lostZero',
        2,
        '2 rows have a number in "Home phone" without the 0 with which others begin (rows 4 and 6): a spreadsheet program may have removed it.',
      ],
    ]);
  });

  test.each([
    ['placeholders', ['-', 'n/a', '', '?']],
    ['numbers of few digits', ['110', '204', '5550102']],
    [
      'names beside a number, and numbers in letters',
      ['Ann 555 0102', '1-800-FLOWERS', 'ext. 12', '٠١٥١٢٣٤٥'],
    ],
    ['digits of another script', ['٠١٥١٢٣٤٥', '０３１５５５']],
    ['numbers of countries without a 0', ['2125550102', '3125550103', '612345678']],
    ['countries in front', ['0049 151 2345678', '0044 20 79460000', '4915123456', '+4915123456']],
    ['one 0 among many', ['0151 2345678', '1512345671', '1512345672']],
    ['numbers without their area', ['0151 2345678', '0151 2345679', '234567', '345678']],
  ])('nothing in %s', async (_, phones) => {
    expect(await textsOf(...phones)).toEqual([]);
  });
});

test('a row that is wrong causes no warning', async () => {
  const { totals, problems } = await planText('E-mail,Home phone\nann@,call me\nben@example.com,030 12345\n');
  expect([problems.length, totals.warnings]).toEqual([1, []]);
});

describe('a plan of a workbook notes phones that are numbers there', () => {
  const note =
    'The workbook stores phones in "Home phone" as numbers, and numbers have no 0 in front. If one is missing, format the column as text, and enter them again.';
  const notesOf = async (...cells: readonly string[]) => {
    const rows = cells.map((cell, at) => row(at + 2, text(`A${at + 2}`, `p${at}@example.com`), cell));
    const { notes } = (await planText(oneSheet(names(1, 'E-mail', 'Home phone') + rows.join('')))).totals;
    return notes.filter((one) => one.includes('phone'));
  };

  test('once for a column', async () => {
    expect(await notesOf(number('B2', 1512345678), number('B3', 301234567))).toEqual([note]);
  });

  test('but not where they are texts, have their zeros, or are of North America', async () => {
    expect(await notesOf(text('B2', '1512345678'), text('B3', '301234567'))).toEqual([]);
    expect(await notesOf(number('B2', 2125550102), number('B3', 13125550103))).toEqual([]);
    expect(await notesOf(number('B2', 110), text('B3', '030 1234567'))).toEqual([]);
  });
});
