import type { Case } from '../case.ts';
import { names, number, oneSheet, row, text } from '../workbook.ts';

export const shapes: readonly Case[] = [
  {
    name: 'prefixed-names',
    says: 'Every tag bears the prefix of its namespace, and attributes stand in single quotes.',
    bytes: oneSheet(
      `<?xml version='1.0'?><x:worksheet xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><x:sheetData><x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t>Na>me</x:t></x:is></x:c></x:row><x:row r = '2' ><x:c t="n" r = 'A2' ><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    ),
    expected: { header: ['Na>me'], rows: [[2, '7']] },
  },
  {
    name: 'no-references',
    says: 'Rows and cells without r= follow one another.',
    bytes: oneSheet(
      '<row><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><t>B</t></is></c></row><row><c/><c><v>2</v></c></row><row r="5"><c r="B5"><v>3</v></c></row><row><c><v>4</v></c></row>',
    ),
    expected: {
      header: ['A', 'B'],
      rows: [
        [2, '', '2'],
        [5, '', '3'],
        [6, '4', ''],
      ],
    },
  },
  {
    name: 'gaps',
    says: 'Blank rows count and are left out, blank cells are blank: a row is as wide as the header at least.',
    bytes: oneSheet(
      names(3, 'A', 'B', 'C') +
        row(5, text('B5', 'x')) +
        row(6, text('A6', ' ')) +
        row(8, text('C8', 'y'), text('E8', 'z')),
    ),
    expected: {
      header: ['A', 'B', 'C'],
      headerRow: 3,
      rows: [
        [5, '', 'x', ''],
        [8, '', '', 'y', '', 'z'],
      ],
    },
  },
  {
    name: 'phantom-rows',
    says: 'Formatted cells without values, and a formatted row at the very end of the sheet: no rows.',
    bytes: oneSheet(
      names(1, 'A', 'B') +
        row(2, text('A2', 'x')) +
        Array.from(
          { length: 200 },
          (_, at) => `<row r="${at + 3}" s="1" customFormat="1"><c r="A${at + 3}" s="1"/></row>`,
        ).join('') +
        '<row r="1048576" hidden="1"><c r="XFD1048576" s="1"/></row>',
      { formats: [14] },
    ),
    expected: { header: ['A', 'B'], rows: [[2, 'x', '']] },
  },
  {
    name: 'far-cell',
    says: 'A cell in the last corner of a sheet stands where it stands.',
    bytes: oneSheet(names(1, 'A', 'B') + row(2, text('A2', 'x')) + row(1_048_576, text('C1048576', 'end'))),
    expected: {
      header: ['A', 'B'],
      rows: [
        [2, 'x', ''],
        [1_048_576, '', '', 'end'],
      ],
    },
  },
  {
    name: 'merged-cells',
    says: 'Merged cells: the value stands in the first, the others are blank, and the person is told.',
    bytes: oneSheet(
      names(1, 'Team', 'Name') + row(2, text('A2', 'Red'), text('B2', 'Ann')) + row(3, text('B3', 'Bob')),
      {
        change: (parts) =>
          parts.map((part) => ({
            ...part,
            bytes: String(part.bytes).replace(
              '</sheetData>',
              '</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
            ),
          })),
      },
    ),
    expected: {
      header: ['Team', 'Name'],
      rows: [
        [2, 'Red', 'Ann'],
        [3, '', 'Bob'],
      ],
      notes: ['Cells are merged in 1 place: the value stands in the first cell, the others are blank.'],
    },
  },
  {
    name: 'hidden-rows-and-columns',
    says: 'Hidden and filtered rows and columns are read as all others, and the person is told.',
    bytes: oneSheet(
      names(1, 'A', 'B') +
        `<row r="2" hidden="1">${number('A2', 1)}${number('B2', 2)}</row>` +
        row(3, number('A3', 3)),
      {
        change: (parts) =>
          parts.map((part) => ({
            ...part,
            bytes: String(part.bytes).replace(
              '<sheetData>',
              '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>',
            ),
          })),
      },
    ),
    expected: {
      header: ['A', 'B'],
      rows: [
        [2, '1', '2'],
        [3, '3', ''],
      ],
      notes: ['1 row is hidden or filtered out, and read too.', '1 column is hidden, and read too.'],
    },
  },
  {
    name: 'title-and-totals',
    says: 'A title above the header and totals below the data are skipped, as in text files.',
    bytes: oneSheet(
      row(1, text('A1', 'Clients of Springfield')) +
        names(3, 'Name', 'Town', 'Amount') +
        [4, 5, 6]
          .map((at) => row(at, text(`A${at}`, `Name ${at}`), text(`B${at}`, 'X'), number(`C${at}`, at)))
          .join('') +
        row(8, text('A8', 'Total'), number('C8', 15)),
    ),
    expected: {
      header: ['Name', 'Town', 'Amount'],
      headerRow: 3,
      rows: [4, 5, 6].map((at) => [at, `Name ${at}`, 'X', `${at}`]),
      skipped: [
        { row: 1, why: 'a title above the header' },
        { row: 8, why: 'totals below the data' },
      ],
    },
  },
  {
    name: 'stated-header-row',
    says: 'The settings say which row has the names of the columns.',
    bytes: oneSheet(names(1, 'x', 'y') + names(2, 'A', 'B') + row(3, number('A3', 1), number('B3', 2))),
    options: { headerRow: 2 },
    expected: {
      header: ['A', 'B'],
      headerRow: 2,
      rows: [[3, '1', '2']],
      skipped: [{ row: 1, why: 'above the header' }],
    },
  },
  {
    name: 'rows-out-of-order',
    says: 'Rows that do not follow one another: nobody can tell which is which.',
    bytes: oneSheet(names(1, 'A') + row(3, number('A3', 1)) + row(2, number('A2', 1))),
    expected: { error: 'damaged', row: 4, message: 'its rows are not in order' },
  },
  {
    name: 'twin-cells',
    says: 'Two cells at one place.',
    bytes: oneSheet(names(1, 'A') + row(2, number('A2', 1), number('A2', 2))),
    expected: { error: 'damaged', row: 2, message: 'its cells are not in order' },
  },
  {
    name: 'no-number',
    says: 'A cell that is said to hold a number and does not.',
    bytes: oneSheet(names(1, 'A') + row(2, number('A2', 'x'))),
    expected: { error: 'damaged', row: 2, column: 1, message: 'the cell A2 should hold a number' },
  },
  {
    name: 'missing-shared-text',
    says: 'A cell that names a shared text which is not there.',
    bytes: oneSheet(names(1, 'A') + row(2, '<c r="A2" t="s"><v>9</v></c>'), { texts: '<si><t>x</t></si>' }),
    expected: { error: 'damaged', row: 2, column: 1, message: 'the cell A2 names a text that is not there' },
  },
];
