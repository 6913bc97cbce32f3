import { gzipSync } from 'node:zlib';
import type { SheetErrorCode, SheetLimits, SheetOptions } from '@sluice/sheets';
import { spreadsheet, table, td, tr } from '../../packages/sheets/src/testing/ods.ts';
import { names, oneSheet, row, workbook } from '../../packages/sheets/src/testing/workbook.ts';
import type { ZipPart } from '../../packages/sheets/src/testing/zip.ts';

/** A file that asks for far more work than it has bytes. */
export interface Attack {
  /** Why it is refused once it is large enough. */
  readonly code: SheetErrorCode;
  readonly bytes: (size: number) => Buffer;
  readonly options?: SheetOptions;
  /** Where those of the file are out of its reach. */
  readonly limits?: Partial<SheetLimits>;
}

/** Below this size a part may be packed as tightly as it likes. */
export const floor = 64 * 1024;

const deflated = (parts: ZipPart[]) => parts.map((part) => ({ ...part, deflated: true }));
const many = (count: number, text: string) => text.repeat(Math.max(1, Math.floor(count)));
const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, at) => text(at)).join('');
const ods = (rows: string) => spreadsheet({ tables: table(tr(td('Name') + td('Town')) + rows) });

const blankRows = { rows: many(floor / 6 - 100, '<row/>') };
const noRows = { rows: '' };

/** Each sheet names the part of the first, in another form. */
const onePart = (parts: ZipPart[]) =>
  deflated(parts).map((part) =>
    part.name === 'xl/_rels/workbook.xml.rels'
      ? { ...part, bytes: String(part.bytes).replaceAll(/worksheets\/sheet\d+/g, './Worksheets/SHEET1') }
      : part,
  );

/** In the list of parts each sheet has the place, the size and the sum of the first. */
function oneBody(bytes: Buffer): Buffer {
  const listed = (name: string) => bytes.lastIndexOf(Buffer.from(name)) - 46;
  const first = listed('xl/worksheets/sheet1.xml');
  for (let at = 2; bytes.includes(`xl/worksheets/sheet${at}.xml`); at += 1) {
    const entry = listed(`xl/worksheets/sheet${at}.xml`);
    bytes.copy(bytes, entry + 10, first + 10, first + 28);
    bytes.copy(bytes, entry + 42, first + 42, first + 46);
  }
  return bytes;
}

const sheetsOf = (size: number, first: { rows: string }, other: { rows: string }) => [
  first,
  ...Array.from({ length: Math.ceil(size / 250) }, () => other),
];

const inFirstRow: SheetOptions = { headerRow: 1 };

export const attacks: Readonly<Record<string, Attack>> = {
  'sheets that are one part': {
    code: 'damaged_workbook',
    bytes: (size) => workbook({ sheets: sheetsOf(size, blankRows, noRows), change: onePart }),
  },
  'sheets that are the same bytes': {
    code: 'damaged_workbook',
    bytes: (size) => oneBody(workbook({ sheets: sheetsOf(size, blankRows, noRows), change: deflated })),
  },
  'blank sheets': {
    code: 'packed_too_tightly',
    bytes: (size) => workbook({ sheets: sheetsOf(size, blankRows, blankRows), change: deflated }),
  },
  'more sheets than anybody has': {
    code: 'too_many_sheets',
    bytes: (size) => workbook({ sheets: sheetsOf(4 * size, noRows, noRows) }),
  },
  'rows without cells': {
    code: 'packed_too_tightly',
    bytes: (size) => oneSheet(names(1, 'A') + many(size * 20, '<row/>'), { change: deflated }),
  },
  'a text that many rows share': {
    code: 'packed_too_tightly',
    options: inFirstRow,
    bytes: (size) =>
      oneSheet(names(1, 'A') + many(size / 40, '<row><c t="s"><v>0</v></c></row>'), {
        texts: `<si><t>${'x'.repeat(30_000)}</t></si>`,
        change: deflated,
      }),
  },
  'a blank text that many rows share': {
    code: 'packed_too_tightly',
    options: inFirstRow,
    bytes: (size) =>
      oneSheet(names(1, 'A') + many(size / 40, '<row><c t="s"><v>0</v></c></row>'), {
        texts: `<si><t xml:space="preserve">${' '.repeat(30_000)}</t></si>`,
        change: deflated,
      }),
  },
  'cells with gaps before them': {
    code: 'too_many_blanks',
    options: inFirstRow,
    limits: { blankCells: 1_000_000 },
    bytes: (size) => {
      const cells = (at: number) =>
        ['IV', 'SR', 'ACN', 'AMJ'].map((column) => `<c r="${column}${at}"><v>1</v></c>`);
      const rows = times(size / 4, (at) => row(at + 2, ...cells(at + 2)));
      return oneSheet(names(1, 'A') + rows, { change: deflated });
    },
  },
  'spaces by number in one cell': {
    code: 'cell_too_long',
    // In the end longer than any string may be.
    bytes: (size) => ods(tr(td(`a${many(size / 6, '<text:s text:c="100000"/>')}`))),
  },
  'spaces by number in many cells': {
    code: 'packed_too_tightly',
    bytes: (size) => ods(many(size / 3500, tr(many(30, td('<text:s text:c="32000"/>'))))),
  },
  'a row that is repeated': {
    code: 'packed_too_tightly',
    options: inFirstRow,
    bytes: (size) => ods(many(size / 200, tr(td('a') + td('b'), ' table:number-rows-repeated="20000"'))),
  },
  'a cell that is repeated': {
    code: 'packed_too_tightly',
    options: inFirstRow,
    bytes: (size) => ods(many(size / 150, tr(td('a', ' table:number-columns-repeated="16384"')))),
  },
  'a row with gaps that is repeated': {
    code: 'too_many_blanks',
    options: inFirstRow,
    bytes: (size) => {
      const gap = '<table:table-cell table:number-columns-repeated="16000"/>';
      return ods(many(size / 300, tr(td('a') + gap + td('b'), ' table:number-rows-repeated="300"')));
    },
  },
  'gzip of one row': {
    code: 'packed_too_tightly',
    bytes: (size) => gzipSync(`a,b\n${many(size * 60, '1,2\n')}`),
  },
  'gzip of blank JSON lines': {
    code: 'packed_too_tightly',
    bytes: (size) => gzipSync(`{"a":1}\n${many(size * 400, '\n')}{"a":2}\n`),
  },
  'short JSON lines below many keys': {
    code: 'too_many_blanks',
    bytes: (size) => {
      const first = Object.fromEntries(
        Array.from({ length: Math.ceil(size / 20) }, (_, at) => [`k${at}`, 1]),
      );
      return Buffer.from(`${JSON.stringify(first)}\n${many(size / 10, '{"k1":1}\n')}`);
    },
  },
  'short rows below many names': {
    code: 'too_many_blanks',
    options: inFirstRow,
    bytes: (size) => Buffer.from(`${times(size / 20, (at) => `k${at},`)}k\n${many(size / 2, 'x\n')}`),
  },
  'short lines of many places': {
    code: 'too_many_blanks',
    options: {
      positions: Array.from({ length: 900 }, (_, at) => ({ name: `c${at}`, start: at + 1, length: 1 })),
    },
    bytes: (size) => Buffer.from(many(size / 2, 'x\n')),
  },
};
