import { expect, test } from 'vitest';
import { names, oneSheet, row, text } from '../testing/workbook.ts';
import type { ZipPart } from '../testing/zip.ts';
import { openSheet } from '../open/open-sheet.ts';
import { memorySource, type SheetSource } from '../model/source.ts';
import { failureOf, read } from '../testing/sheets.ts';

const deflated = (parts: ZipPart[]) => parts.map((part) => ({ ...part, deflated: true }));
const long = 'x'.repeat(30_000);
const shared = (reference: string) => `<c r="${reference}" t="s"><v>0</v></c>`;

test('a hundred thousand formatted rows without values are read fast, and are no rows', async () => {
  const blank = (at: number) =>
    `<row r="${at}" s="1" customFormat="1"><c r="A${at}" s="1"/><c r="B${at}" s="1"/></row>`;
  const phantoms = Array.from({ length: 100_000 }, (_, at) => blank(at + 3)).join('');
  const bytes = oneSheet(names(1, 'A') + row(2, text('A2', 'x')) + phantoms, {
    formats: [14],
    change: deflated,
  });
  expect((await read(bytes)).rows).toEqual([[2, 'x']]);
});

test('a long text that many cells share reaches the limit of a row', async () => {
  const cells = Array.from({ length: 200 }, () => '<c t="s"><v>0</v></c>').join('');
  const bytes = oneSheet(names(1, 'A') + row(2, cells), {
    texts: `<si><t>${long}</t></si>`,
    change: deflated,
  });
  expect(await failureOf(bytes)).toMatchObject({ code: 'row_too_long', row: 2 });
});

test('a long text that many rows share reaches the limit of the sheet', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => row(at + 2, shared(`A${at + 2}`))).join('');
  const bytes = oneSheet(names(1, 'A') + rows, { texts: `<si><t>${long}</t></si>`, change: deflated });
  expect((await read(bytes)).rows).toHaveLength(50);
  const error = await failureOf(bytes, { limits: { unpackedBytes: 1_000_000 } });
  expect(error).toMatchObject({ code: 'too_much_text', row: 35 });
});

test('too many shared texts are refused with the limit', async () => {
  const texts = Array.from({ length: 100 }, (_, at) => `<si><t>text ${at}</t></si>`).join('');
  const bytes = oneSheet(names(1, 'A'), { texts });
  const error = await failureOf(bytes, { limits: { sharedTextBytes: 1000 } });
  expect(error).toMatchObject({ code: 'too_many_texts' });
  expect(error.message).toContain('more than 1,000 bytes');
});

test('the unpacked size of a workbook is limited', async () => {
  const error = await failureOf(oneSheet(names(1, 'A')), { limits: { unpackedBytes: 500 } });
  expect(error.message).toMatch(/has \d+ bytes when unpacked/u);
});

test('rows and columns are limited', async () => {
  const bytes = oneSheet(names(1, 'A', 'B', 'C') + row(2, text('A2', 'x')) + row(3, text('A3', 'x')));
  expect(await failureOf(bytes, { limits: { rows: 2 } })).toMatchObject({ code: 'too_many_rows', row: 3 });
  expect(await failureOf(bytes, { limits: { columns: 2 } })).toMatchObject({
    code: 'too_many_columns',
    row: 1,
  });
});

test('cells far to the right in many rows are refused, since each needs blank cells before it', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => row(at + 2, text(`XFD${at + 2}`, 'x'))).join('');
  const bytes = oneSheet(names(1, 'A') + rows, { change: deflated });
  expect(await failureOf(bytes, { headerRow: 1 })).toMatchObject({ code: 'far_cells', row: 1222 });
});

test('an error of the source is not reported as a fault of the workbook', async () => {
  const bytes = oneSheet(names(1, 'A'));
  const failing: SheetSource = {
    bytes: 10 * 1024 * 1024,
    async *stream(range) {
      if (range !== undefined) throw new Error('the network is down');
      yield bytes;
    },
  };
  await expect(openSheet(failing)).rejects.toThrow('the network is down');
});

test('a workbook is read in a few parts of its source, and never as a whole', async () => {
  const filler = { name: 'xl/media/image1.png', bytes: Buffer.alloc(3 * 1024 * 1024, 'p') };
  const source = memorySource(oneSheet(names(1, 'A') + row(2, text('A2', 'x')), { more: [filler] }));
  let requested = 0;
  const counted: SheetSource = {
    bytes: source.bytes,
    stream: (range) => {
      requested += range === undefined ? 0 : range.end - range.start;
      return source.stream(range);
    },
  };
  const { facts } = await openSheet(counted);
  expect(facts.header).toEqual(['A']);
  expect(requested).toBeLessThan(300_000);
});
