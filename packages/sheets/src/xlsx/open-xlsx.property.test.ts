import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SheetOptions } from '../model/sheet.ts';
import { memorySource, type SheetSource } from '../model/source.ts';
import { corpusFiles } from '../testing/corpus.ts';
import { outcomeOf } from '../testing/sheets.ts';
import { oneSheet } from '../testing/workbook.ts';

const files = corpusFiles('xlsx').map(({ name, bytes, expected: { options } }) => ({ name, bytes, options }));
const small = files.filter(({ bytes }) => bytes.length < 20_000);

/** The same bytes in pieces of that size. */
function inPieces(bytes: Buffer, size: number): SheetSource {
  async function* stream({ start, end } = { start: 0, end: bytes.length }) {
    for (let at = start; at < end; at += size)
      yield Uint8Array.from(bytes.subarray(at, Math.min(end, at + size)));
  }
  return { bytes: bytes.length, stream };
}

test('the rows do not depend on how the bytes are chunked (invariant 14)', async () => {
  for (const { name, bytes, options } of small) {
    const whole = await outcomeOf(memorySource(bytes), options);
    for (const size of [1, 64]) expect(await outcomeOf(inPieces(bytes, size), options), name).toEqual(whole);
  }
});

test('a sheet that arrives byte by byte is read the same (invariant 14)', async () => {
  // A stored part is passed on as it arrives, so there is a cut between any two bytes of the XML.
  const bytes = oneSheet(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Größe</t></is></c></row><!-- 李 --><row r="2"><c r="A2" t="inlineStr"><is><t>a&amp;b\r\nc<![CDATA[\r\n]]x]]>😀</t></is></c></row>',
  );
  const expected = [[2, 'a&b\nc\n]]x😀']];
  // Only parts of large files are streamed, and an archive may have anything in front.
  const smallFile = 1024 * 1024;
  for (const size of [1, 2, 3, 5]) {
    const source = shifted(bytes, smallFile, size);
    expect((await outcomeOf(source)).rows).toEqual(expected);
  }
});

/** The archive with its parts moved by so many bytes. */
function shifted(archive: Buffer, by: number, size: number): SheetSource {
  const end = archive.length - 22;
  const moved = Buffer.from(archive);
  const directory = moved.readUInt32LE(end + 16);
  for (let at = directory; at < end; at += 46 + moved.readUInt16LE(at + 28))
    moved.writeUInt32LE(moved.readUInt32LE(at + 42) + by, at + 42);
  moved.writeUInt32LE(directory + by, end + 16);
  const head = Buffer.alloc(by);
  moved.copy(head, 0, 0, 4);
  return inPieces(Buffer.concat([head, moved]), size);
}

/** Changes, cuts or doubles bytes at a random place. */
const mutation = fc.record({
  kind: fc.constantFrom('set', 'cut', 'double', 'insert'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.integer({ min: 1, max: 40 }),
  text: fc.constantFrom(...'< > " & / \0 \xff 9 </c> <c> <row> <!-- <![CDATA[ &#x;'.split(' ')),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutated(bytes: Buffer, { kind, at, length, text }: Mutation): Buffer {
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  const inserted = Buffer.from(text, 'latin1');
  if (kind === 'set') return Buffer.concat([before, inserted, after.subarray(inserted.length)]);
  if (kind === 'cut') return Buffer.concat([before, after.subarray(length)]);
  if (kind === 'double') return Buffer.concat([before, after.subarray(0, length), after]);
  return Buffer.concat([before, inserted, after]);
}

const runs = Number(process.env['SLUICE_FUZZ_RUNS'] ?? 400);
/** For a machine that is busy with other work. */
const patienceMs = 300_000 + runs * 50;

/** The most time and cells for a mutated workbook of a few kilobytes. */
const bound = { ms: 5000, cells: 200_000 };

async function isBounded(bytes: Buffer, options?: SheetOptions): Promise<void> {
  const begun = performance.now();
  const { rows } = await outcomeOf(memorySource(bytes), options);
  expect(performance.now() - begun).toBeLessThan(bound.ms);
  expect(rows.length).toBeLessThan(bound.cells);
}

/** The XML of the first sheet of each workbook that stores it as it is. */
const sheets = small.flatMap(({ bytes }) => {
  const start = bytes.indexOf('<?xml version="1.0" encoding="UTF-8"?>\n<worksheet');
  const end = bytes.indexOf('</worksheet>', start);
  return start < 0 || end < 0 ? [] : bytes.subarray(start, end + 12);
});

const workbookWith = (sheet: Buffer): Buffer =>
  oneSheet('', {
    formats: [14, '00000', '0.00'],
    texts: '<si><t>a</t></si><si><t>b</t></si>',
    change: (parts) =>
      parts.map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, bytes: sheet } : part)),
  });

const damages = {
  archive: small,
  XML: sheets.map((bytes) => ({ bytes, options: undefined })),
};

test.each(Object.entries(damages))(
  'a workbook whose %s is damaged anywhere is read or refused, in bounded time',
  async (part, files) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async ({ bytes, options }, mutations) => {
          const damaged = mutations.reduce(mutated, bytes);
          await isBounded(part === 'XML' ? workbookWith(damaged) : damaged, options);
        },
      ),
      { numRuns: runs },
    );
  },
  patienceMs,
);

test('a cell in the usual form reads like the same cell in another form', async () => {
  expect(sheets.length).toBeGreaterThan(30);
  for (const usual of sheets) {
    // A second space is allowed, but unusual.
    const other = Buffer.from(usual.toString('latin1').replaceAll('<c r=', '<c  r='), 'latin1');
    const [expected, found] = [usual, other].map((sheet) => outcomeOf(memorySource(workbookWith(sheet))));
    expect(await found).toEqual(await expected);
  }
});

test('deflated noise is refused', async () => {
  const noise = deflateRawSync(Buffer.alloc(1000, 'x')).toString('latin1');
  const { error } = await outcomeOf(memorySource(Buffer.from(`PK\u0003\u0004${noise}`, 'latin1')));
  expect(error).toMatchObject({ code: 'damaged_workbook' });
});
