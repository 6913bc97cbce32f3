import { recordNamed } from '@sluice/aws-kit/erasure';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { spreadsheet, table, td, tr } from '../../../sheets/src/testing/ods.ts';
import { workbook } from '../../../sheets/src/testing/workbook.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { dropHolds } from './drop-holds.ts';

const now = () => new Date('2026-03-01T08:00:00.000Z');
const row = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const twoSheets = (one: string, two: string) =>
  workbook({ sheets: [{ rows: row(one) }, { rows: row(two) }] });

const odsSheet = (name: string, ...cells: string[]) =>
  table(tr(td('email')) + cells.map((cell) => tr(cell)).join(''), name);
const commented = (text: string, comment: string) =>
  `<table:table-cell office:value-type="string"><office:annotation><text:p>${comment}</text:p></office:annotation><text:p>${text}</text:p></table:table-cell>`;
const ods = (...tables: string[]) => spreadsheet({ tables: tables.join('') });
const bob = td('bob@example.com');

it.each([
  ['in a row', Buffer.from('email\nANA@example.com \nbob@example.com\n'), true],
  [
    'in a quoted cell of another encoding',
    Buffer.from('\uFEFFa;b\r\n"x; ana@example.com";ö\r\n', 'utf16le'),
    true,
  ],
  ['above the header', Buffer.from('For ana@example.com\n\nemail,name\nbob@example.com,Bob\n'), true],
  ['in a file that is refused', Buffer.from('email\n"ana@example.com\n'), true],
  ['in a sheet that is not read', twoSheets('email', 'ana@example.com'), true],
  [
    'in a sheet of an .ods that is not read',
    ods(odsSheet('People', bob), odsSheet('Old', td('ana@example.com'))),
    true,
    'People',
  ],
  [
    'in a comment of an .ods',
    ods(odsSheet('People', commented('bob@example.com', 'was ana@example.com'))),
    true,
  ],
  ['not in an .ods', ods(odsSheet('People', bob), odsSheet('Old', td('diana@example.com'))), false, 'People'],
  ['not there', Buffer.from('email\ndiana@example.com\n'), false],
  ['not in a workbook', twoSheets('email', 'bob@example.com'), false],
  ['in a file that cannot be opened', twoSheets('email', 'x').subarray(0, 200), 'unread'],
  ['in a file that is gone', undefined, 'gone'],
] as const)('a record is found %s', async (_name, bytes, expected, sheetName?: string) => {
  const [ledger, files, drops] = [createMemoryLedger({ now }), createMemoryFiles(), createMemoryFiles()];
  const run = await plannedRun({ ledger, files, now });
  if (bytes) drops.putVersion({ key: run.key, versionId: run.versionId }, bytes);
  const size = bytes?.length ?? 0;
  const { isInDrop } = await dropHolds(
    { ...run, bytes: size, sheetName },
    recordNamed('ana@example.com', 'r'),
    {
      drops,
      files,
      now,
    },
  );
  expect(isInDrop).toBe(expected);
});
