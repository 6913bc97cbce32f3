import type { Case } from '../case.ts';
import { names, number, oneSheet, relations, row, sheetPart, workbook } from '../workbook.ts';

const people = names(1, 'A') + row(2, number('A2', 1));
const styledOnly = '<row r="1"><c r="A1" s="1"/></row>';

export const sheets: readonly Case[] = [
  {
    name: 'empty-sheets-beside',
    says: 'Several sheets, of which one holds data.',
    bytes: workbook({ sheets: [{ rows: '' }, { rows: styledOnly }, { name: 'People', rows: people }] }),
    expected: { header: ['A'], rows: [[2, '1']] },
  },
  {
    name: 'two-sheets-with-data',
    says: 'Nobody can tell which is meant: both are named.',
    bytes: workbook({
      sheets: [
        { name: 'Old', rows: people },
        { name: 'New &amp; more', rows: people },
      ],
    }),
    expected: { error: 'which_sheet', message: '2 sheets with data: "Old", "New & more"' },
  },
  {
    name: 'named-sheet',
    says: 'The settings name the sheet, whatever its case.',
    bytes: workbook({
      sheets: [
        { name: 'Old', rows: people },
        { name: 'New', rows: names(1, 'B') },
      ],
    }),
    options: { sheetName: 'new' },
    expected: { header: ['B'], rows: [] },
  },
  {
    name: 'unknown-sheet',
    says: 'The settings name a sheet that is not there: those that are there are named.',
    bytes: workbook({ sheets: [{ name: 'Old', rows: people }] }),
    options: { sheetName: 'New' },
    expected: { error: 'which_sheet', message: 'no sheet "New". Expected: one of its sheets: "Old"' },
  },
  {
    name: 'hidden-sheet-beside',
    says: 'A hidden sheet is not read, and the person is told.',
    bytes: workbook({
      sheets: [
        { name: 'Lists', state: 'veryHidden', rows: people },
        { name: 'People', rows: people },
      ],
    }),
    expected: { header: ['A'], rows: [[2, '1']], notes: ['Hidden sheets were not read: "Lists".'] },
  },
  {
    name: 'named-hidden-sheet',
    says: 'A hidden sheet is read when it is named.',
    bytes: workbook({
      sheets: [
        { name: 'Lists', state: 'hidden', rows: people },
        { name: 'People', rows: '' },
      ],
    }),
    options: { sheetName: 'Lists' },
    expected: {
      header: ['A'],
      rows: [[2, '1']],
      notes: ['The sheet is hidden, and was read because it was named.'],
    },
  },
  {
    name: 'only-hidden-data',
    says: 'The only sheet with data is hidden.',
    bytes: workbook({ sheets: [{ rows: '' }, { name: 'Lists', state: 'hidden', rows: people }] }),
    expected: {
      error: 'empty',
      message: 'hidden sheets are read only when one is named in the profile: "Lists"',
    },
  },
  {
    name: 'empty',
    says: 'A workbook without a value.',
    bytes: oneSheet(styledOnly),
    expected: { error: 'empty', message: 'no sheet of the workbook holds data' },
  },
  {
    name: 'strange-places',
    says: 'Parts elsewhere than usual, named from the root, from the folder and in another case, and one that lies outside.',
    bytes: workbook({
      sheets: [{ rows: people }],
      change: (parts) =>
        parts.map((part) => {
          if (part.name === sheetPart(0)) return { ...part, name: 'Data/SHEET1.XML' };
          if (part.name !== 'xl/_rels/workbook.xml.rels') return part;
          return {
            ...part,
            bytes: relations([['worksheet', './../data/sheet1.xml']]).replace(
              '<Relationship ',
              '<Relationship Id="rId9" Type="x/hyperlink" Target="https://example.com/" TargetMode="External"/><Relationship ',
            ),
          };
        }),
    }),
    expected: { header: ['A'], rows: [[2, '1']] },
  },
  {
    name: 'chart-sheet-beside',
    says: 'A sheet that is a chart has no cells.',
    bytes: workbook({
      sheets: [{ rows: people }, { name: 'Chart', rows: people }],
      change: (parts) =>
        parts.map((part) =>
          part.name.endsWith('workbook.xml.rels')
            ? {
                ...part,
                bytes: String(part.bytes).replace(/worksheet(?=" Target="worksheets\/sheet2)/, 'chartsheet'),
              }
            : part,
        ),
    }),
    expected: { header: ['A'], rows: [[2, '1']] },
  },
];
