import type { Case } from '../case.ts';
import { names, number, oneSheet, row } from '../workbook.ts';

type Shown = readonly [serial: string, format: string | number, text: string];

const shown = (cells: readonly Shown[], from1904 = false) => ({
  bytes: oneSheet(
    names(1, 'When') +
      cells.map(([serial], at) => row(at + 2, number(`A${at + 2}`, serial, at + 1))).join(''),
    { formats: cells.map(([, format]) => format), from1904 },
  ),
  expected: { header: ['When'], rows: cells.map(([, , text], at) => [at + 2, text]) },
});

export const dates: readonly Case[] = [
  {
    name: 'dates',
    says: 'Numbers that a format shows as a day, a time or both: as ISO 8601 writes them.',
    ...shown([
      ['45296', 14, '2024-01-05'],
      ['45296', 'dd/mm/yyyy', '2024-01-05'],
      ['45296', 'DD\\.MM\\.YYYY', '2024-01-05'],
      ['45296', '[$-409]d\\-mmm\\-yy;@', '2024-01-05'],
      ['45296', 'mmmm', '2024-01-05'],
      ['45296.75', 14, '2024-01-05'],
      ['45296.75', 22, '2024-01-05T18:00:00'],
      ['45296', 'yyyy\\-mm\\-dd\\ hh:mm', '2024-01-05T00:00:00'],
      ['45296.999999', 22, '2024-01-06T00:00:00'],
      ['0.35416666666666669', 20, '08:30:00'],
      ['0.5', 'h:mm AM/PM', '12:00:00'],
      ['1.1041666666666667', '[h]:mm', '26:30:00'],
      ['4.1666666666666664E-2', '[mm]:ss', '01:00:00'],
      ['0.5000057870370370', 'hh:mm:ss.000', '12:00:00.5'],
      ['45296', 57, '2024-01-05'],
    ]),
  },
  {
    name: 'dates-that-are-none',
    says: 'Letters in quotes, colours and currencies of a format are no date; nor is what lies outside of the calendar.',
    ...shown([
      ['45296', '0" days"', '45296'],
      ['45296', '[Red]0', '45296'],
      ['45296', '[$USD]\\ #,##0', '45296'],
      ['45296', '0.00E+00', '45296'],
      ['45296', '#,##0_d', '45296'],
      ['-1', 14, '-1'],
      ['2958466', 14, '2958466'],
      ['45296', '"yyyy"0', '45296'],
    ]),
  },
  {
    name: 'dates-before-march-1900',
    says: 'Excel counts a day that 1900 did not have: what it shows is kept.',
    ...shown([
      ['1', 14, '1900-01-01'],
      ['59', 14, '1900-02-28'],
      ['60', 14, '1900-02-29'],
      ['61', 14, '1900-03-01'],
      ['2958465', 14, '9999-12-31'],
    ]),
  },
  {
    name: 'dates-from-1904',
    says: 'Workbooks of old Macs count from 1904.',
    ...shown(
      [
        ['0', 14, '1904-01-01'],
        ['43834', 14, '2024-01-05'],
        ['43834.25', 22, '2024-01-05T06:00:00'],
      ],
      true,
    ),
  },
  {
    name: 'dates-as-texts',
    says: 'Cells of the kind "date" hold ISO 8601 already.',
    bytes: oneSheet(
      names(1, 'When', 'Then') +
        row(
          2,
          '<c r="A2" s="1" t="d"><v>2024-01-05T00:00:00</v></c>',
          '<c r="B2" t="d"><v>2024-01-05T18:30:00.000Z</v></c>',
        ),
      { formats: [14] },
    ),
    expected: { header: ['When', 'Then'], rows: [[2, '2024-01-05', '2024-01-05T18:30:00.000']] },
  },
];
