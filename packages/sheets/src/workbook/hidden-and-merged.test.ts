import { expect, test } from 'vitest';
import { read } from '../testing/sheets.ts';
import { spreadsheet, table, td, tr } from '../testing/ods.ts';
import { names, row, text, workbook } from '../testing/workbook.ts';

const xlsx = workbook({
  sheets: [
    {
      rows:
        names(1, 'Team', 'Name') +
        row(2, text('A2', 'Red'), text('B2', 'Ann')) +
        row(3, text('B3', 'Bo')).replace('<row ', '<row hidden="1" ') +
        row(4, text('B4', 'Cy')) +
        row(5, text('A5', 'Blue'), text('B5', 'Di')),
      merges: ['A2:A4'],
    },
  ],
});
const span = ' table:number-rows-spanned="3"';
const ods = spreadsheet({
  tables: table(
    [
      tr(td('Team') + td('Name')),
      tr(td('Red', span) + td('Ann')),
      tr('<table:covered-table-cell/>' + td('Bo'), ' table:visibility="filter"'),
      tr('<table:covered-table-cell/>' + td('Cy')),
      tr(td('Blue') + td('Di')),
    ].join(''),
  ),
});

test.each(Object.entries({ xlsx, ods }))(
  '%s: hidden rows and merged cells are read as stated',
  async (_format, bytes) => {
    const asStored = await read(bytes);
    expect(asStored.rows).toEqual([
      [2, 'Red', 'Ann'],
      [3, '', 'Bo'],
      [4, '', 'Cy'],
      [5, 'Blue', 'Di'],
    ]);
    expect(asStored.facts.notes).toEqual([
      '1 row is hidden or filtered out, and read too.',
      'Cells are merged in 1 place: the first cell has the value, and the others are blank.',
    ]);
    const stated = await read(bytes, { hidden: 'skip', merged: 'fill' });
    expect(stated.rows).toEqual([
      [2, 'Red', 'Ann'],
      [4, 'Red', 'Cy'],
      [5, 'Blue', 'Di'],
    ]);
    expect(stated.facts.notes).toEqual([
      '1 row is hidden or filtered out, and left out.',
      'Cells are merged in 1 place: every cell has the value of the first one.',
    ]);
  },
);

test('a merged area that covers the whole sheet fills the columns of the table alone', async () => {
  const rows = names(1, 'A', 'B') + row(2, text('A2', 'x')) + row(3, text('B3', 'own'));
  const bytes = workbook({ sheets: [{ rows, merges: ['A2:XFD1048576'] }] });
  expect((await read(bytes, { merged: 'fill' })).rows).toEqual([
    [2, 'x', 'x'],
    [3, 'x', 'own'],
  ]);
});
