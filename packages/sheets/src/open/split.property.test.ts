import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../csv/csv-line.ts';
import { sheetLimits } from '../model/limits.ts';
import { openSheet } from './open-sheet.ts';
import type { UsualDelimiter } from '../model/sheet.ts';
import { streamSource } from '../model/source.ts';
import { outcomeOf, read, readAll, sourceOf } from '../testing/sheets.ts';

const small = [
  'Name,Note\r\nZoë,"a\r\nb ""c"""\r\n\r\n😀,x\r\n',
  '\ufeffa;b\n"1;";2\n;\n3;"',
  'a\tb\r1\t2\r',
  'a,b\n1,"x" y\n2,z',
  Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xe9, 0x2c, 0x32, 0x0d, 0x0a, 0x33, 0x2c, 0xdf]),
  Buffer.from([0x61, 0x0a, 0xc3, 0xa9, 0x0a, 0xc3]),
  Buffer.from('\ufeffa,b\r\n"é\n",😀\r\n', 'utf16le'),
];

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '😀', '0'), maxLength: 6 }),
  fc.constantFrom('', 'Ann', '0151', 'x,y'),
);

const usualDelimiters = [',', ';', '\t', '|'] as const;

test('rows do not depend on the size of blocks once the dialect is known (invariant 14)', async () => {
  for (const source of small) {
    const bytes = Buffer.from(source);
    const whole = await outcomeOf(sourceOf(bytes));
    const delimiter = usualDelimiters.find((each) => each === whole.facts?.delimiter);
    if (delimiter === undefined) continue;
    for (let blockBytes = 16; blockBytes <= bytes.length; blockBytes += 1) {
      expect(await readAll([bytes], { delimiter, limits: { blockBytes } })).toEqual(whole);
    }
  }
});

const table = fc.integer({ min: 2, max: 4 }).chain((width) =>
  fc.record({
    names: fc.constant(['Name', 'E-mail', 'Note', 'Größe'].slice(0, width)),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width })),
    delimiter: fc.constantFrom<UsualDelimiter>(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n'),
  }),
);

/** The row ends before a carriage return, quoted or not. */
const asRead = (cells: readonly string[]) =>
  cells.map((each, at) => (at === cells.length - 1 ? each.replace(/\r$/u, '') : each));

test('a line of csvLine is read back cell by cell, with either line break', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ names, rows, delimiter, newline }) => {
      const text = [names, ...rows].map((cells) => csvLine(cells, delimiter)).join(newline);
      const expected = rows.flatMap((cells, index) =>
        cells.every((each) => each.trim() === '') ? [] : [[index + 2, ...asRead(cells)]],
      );
      const { facts, rows: got } = await read(text, {
        delimiter,
        headerRow: 1,
        lastRow: sheetLimits.rows,
        totals: 'keep',
      });
      expect(facts.header).toEqual(names);
      expect(got).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('nothing is read ahead of a waiting consumer', async () => {
  let given = 0;
  async function* source() {
    yield Buffer.from('a,b\n');
    for (; given < 200; given += 1) yield Buffer.alloc(64 * 1024, '1,2\n');
  }
  const sheet = await openSheet(streamSource(64 * 1024 * 200, source));
  const rows = sheet.rows[Symbol.asyncIterator]();
  await rows.next();
  expect(given).toBeLessThan(4);
  await rows.return?.();
});
