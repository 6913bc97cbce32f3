import type { Case } from '../case.ts';
import { names, number, oneSheet, row } from '../workbook.ts';

/** One number under one format, in each row. */
const shown = (...cells: readonly (readonly [value: string, format: string | number, text: string])[]) => ({
  bytes: oneSheet(
    names(1, 'Value') + cells.map(([value], at) => row(at + 2, number(`A${at + 2}`, value, at + 1))).join(''),
    { formats: cells.map(([, format]) => format) },
  ),
  expected: { header: ['Value'], rows: cells.map(([, , text], at) => [at + 2, text]) },
});

export const numbers: readonly Case[] = [
  {
    name: 'plain-numbers',
    says: 'Numbers without exponent, however long; what the storing added behind the 15th digit is left out.',
    ...shown(
      ['42', 0, '42'],
      ['-7', 0, '-7'],
      ['1.5', 0, '1.5'],
      ['0.30000000000000004', 0, '0.3'],
      ['1.1000000000000001', 0, '1.1'],
      ['12345678901234', 0, '12345678901234'],
      ['1.2345678901234001E+19', 0, '12345678901234001000'],
      ['1E-7', 0, '0.0000001'],
      ['1234567890123456789', 0, '1234567890123456789'],
      ['-0', 0, '0'],
      ['.5', 0, '0.5'],
    ),
  },
  {
    name: 'leading-zeros',
    says: 'Numbers that a format fills up with zeros, as ids and postal codes are: as they are shown.',
    ...shown(
      ['151', '00000', '00151'],
      ['1234567', '00000', '1234567'],
      ['0', '000', '000'],
      ['21110059', '00000-0000', '02111-0059'],
      ['123456789', '000\\-00\\-0000', '123-45-6789'],
      ['42', '"ID-"0000', 'ID-0042'],
      ['1.5', '00000', '1.5'],
      ['-5', '000', '-5'],
    ),
  },
  {
    name: 'telephone-numbers',
    says: 'Digits with signs between them, also under conditions.',
    ...shown(
      ['5551234567', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '(555) 123-4567'],
      ['5551234', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '555-1234'],
      ['612345678', '0#" "##" "##" "##" "##', '06 12 34 56 78'],
    ),
  },
  {
    name: 'percentages',
    says: 'As shown, but never rounded.',
    ...shown(
      ['0.25', 9, '25%'],
      ['0.125', 9, '12.5%'],
      ['7.0000000000000007E-2', 10, '7.00%'],
      ['1', '0.0%', '100.0%'],
      ['-0.5', 9, '-50%'],
    ),
  },
  {
    name: 'amounts',
    says: 'Thousands, currencies and units are left out; decimals are as many as are shown at least, never rounded.',
    ...shown(
      ['1234567.5', 4, '1234567.50'],
      ['1234.567', 2, '1234.567'],
      ['1234.5', '"$"#,##0.00', '1234.50'],
      ['-1234.5', '#,##0.00\\ [$€-407];[Red]\\-#,##0.00\\ [$€-407]', '-1234.50'],
      ['1234', '#,##0', '1234'],
      ['1234', '#\\ ##0', '1234'],
      ['12', '0" kg"', '12'],
      ['12345', 11, '12345'],
      ['0.5', 12, '0.5'],
      ['7', 49, '7'],
      ['7', 'General;[Red]\\-General', '7'],
      ['3', '_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-', '3.00'],
    ),
  },
];
