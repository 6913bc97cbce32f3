import { expect, test } from 'vitest';
import { openSheet } from '../open/open-sheet.ts';
import type { SheetOptions } from '../model/sheet.ts';
import { memorySource } from '../model/source.ts';
import { names, number, oneSheet, row, text, workbook } from '../testing/workbook.ts';
import { failedFill } from './write/parts.ts';
import { copiedStyles } from './copied-styles.ts';

const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.00&quot; EUR&quot;"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164" fillId="0"><alignment wrapText="1"/></xf><xf numFmtId="14"/></cellXfs></styleSheet>`;

const rows = [
  row(1, text('A1', 'Members 2026')),
  names(3, 'Name', 'Fee', 'Since'),
  row(4, text('A4', "'=Ann"), number('B4', 12.5, 1), number('C4', 45_688, 2)),
  row(
    5,
    '<c r="A5" t="str"><f>HYPERLINK("http://x")</f><v>Bo</v></c>',
    number('B5', 7, 1),
    '<c r="C5" s="2"/>',
    text('D5', 'beyond'),
  ),
];
const drop = workbook({
  sheets: [
    { rows: rows.join(''), merges: ['A1:E1', 'C4:D4'] },
    { rows: `${row(1, '<c r="A1"><f>1+1</f><v>2</v></c>')}<row r="0"/>` },
  ],
  formats: [],
  more: [{ name: 'xl/vbaData.bin', bytes: 'x' }],
  change: (parts) => parts.map((part) => (part.name === 'xl/styles.xml' ? { ...part, bytes: styles } : part)),
});

async function copyOf(bytes: Buffer, failed: number, replaced = 0): Promise<Buffer> {
  const { copy } = await openSheet(memorySource(bytes), { sheetName: 'Sheet1' });
  const added = [4, 5].map((at) => ({
    number: at,
    cells: [at === failed ? 'failed' : 'created'],
    isFailed: at === failed,
  }));
  const edit = {
    headerRow: 3,
    width: 3,
    replaced,
    names: ['Status'],
    rows: (async function* () {
      yield added;
    })(),
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of (await copy?.(edit)) ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function read(bytes: Buffer, options: SheetOptions = {}) {
  const {
    facts,
    above,
    rows: chunks,
  } = await openSheet(memorySource(bytes), { sheetName: 'Sheet1', ...options });
  const all: (readonly string[])[] = [];
  for await (const chunk of chunks) all.push(...chunk.map(({ cells }) => cells));
  return { header: facts.header, titles: above.map(({ cells }) => cells[0]), rows: all };
}

/** The XML of a part of an archive. */
async function partOf(bytes: Buffer, name: string): Promise<string> {
  const { openArchive } = await import('../zip/archive.ts');
  const { sheetLimits } = await import('../model/limits.ts');
  const all: Buffer[] = [];
  for await (const piece of (await openArchive(memorySource(bytes), sheetLimits)).read(name)) all.push(piece);
  return Buffer.concat(all).toString('utf8');
}

test('a copy has the titles, values and formats of the sheet, with new columns before cells beyond the header', async () => {
  const copy = await copyOf(drop, 5);
  expect(await read(copy)).toEqual({
    header: ['Name', 'Fee', 'Since', 'Status'],
    titles: ['Members 2026'],
    rows: [
      ["''=Ann", '12.50', '2025-01-31', 'created'],
      ['Bo', '7.00', '', 'failed', 'beyond'],
    ],
  });
  const sheet = await partOf(copy, 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain(
    '<autoFilter ref="A3:D5"/><mergeCells count="1"><mergeCell ref="A1:E1"/></mergeCells>',
  );
  expect(sheet).toContain('<c r="B4" s="1"><v>12.5</v></c>');
});

test('other sheets stay as far as they can be read, and formulas and unknown parts do not', async () => {
  const copy = await copyOf(drop, 5);
  expect(await partOf(copy, 'xl/worksheets/sheet2.xml')).toContain(
    '<row r="1"><c r="A1" s="0"><v>2</v></c></row></sheetData></worksheet>',
  );
  const text = copy.toString('latin1');
  expect(text).not.toContain('vbaData');
  for (const part of ['sheet1', 'sheet2'])
    expect(await partOf(copy, `xl/worksheets/${part}.xml`)).not.toContain('<f');
});

test('a row that failed is coloured, and no longer once it is corrected', async () => {
  const failedStyle = async (bytes: Buffer) => {
    const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml');
    const xml = await partOf(bytes, 'xl/styles.xml');
    const used = Number(/<c r="B5" s="(\d+)"/u.exec(sheet)?.[1]);
    const xf = xml.slice(xml.indexOf('<cellXfs')).match(/<xf\b[^>]*>/gu)?.[used] ?? '';
    return { xf, styles: xml.match(/<xf\b/gu)?.length, fills: xml.split(failedFill).length - 1 };
  };
  const first = await copyOf(drop, 5);
  const second = await copyOf(first, 4, 1);
  expect(await failedStyle(first)).toMatchObject({
    xf: expect.stringContaining('fillId="1" applyFill="1"'),
    fills: 1,
  });
  expect(await failedStyle(second)).toMatchObject({ xf: expect.stringContaining('fillId="0"'), fills: 1 });
  expect((await failedStyle(await copyOf(second, 5, 1))).styles).toBe((await failedStyle(first)).styles);
});

test('styles in another form, or too many, are not copied', async () => {
  expect(copiedStyles(styles.replaceAll('<', '<x:'))).toBeUndefined();
  expect(
    copiedStyles(styles.replace('<xf numFmtId="0"/>', '<xf numFmtId="0"/>'.repeat(30_001))),
  ).toBeUndefined();
  expect(await copyOf(oneSheet(rows.join('')), 5)).toHaveLength(0);
});
