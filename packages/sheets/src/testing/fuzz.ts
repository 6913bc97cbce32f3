import { isDeepStrictEqual } from 'node:util';
import { randomOf, type Random } from '@sluice/demo/random';
import { parse } from 'csv-parse/sync';
import { sheetLimits } from '../model/limits.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { readingOf } from './reading.ts';
import { fuzzFile, type FuzzFile } from './fuzz-files.ts';

/** The most time for a file, on a busy machine. */
const mostMs = 5000;
/** Small, so that small files have many blocks and reach the limits. */
const limits = { blockBytes: 64, rowCharacters: 400, cellCharacters: 200, columns: 40 };

/** Every row below the header is a record, whatever it looks like. */
const asRecords = { delimiter: ',', headerRow: 1, lastRow: sheetLimits.rows, totals: 'keep' } as const;

/** Checks the file of a seed. @throws Error with the seed, which makes the same file again */
export async function tryFile(seed: number, known: readonly Buffer[]): Promise<void> {
  const random = randomOf(seed);
  const file = fuzzFile(random, known);
  const begun = performance.now();
  try {
    await check(file, random);
  } catch (cause) {
    throw new Error(`file of seed ${seed}: ${JSON.stringify(file.bytes.toString('latin1'))}`, { cause });
  }
  const took = performance.now() - begun;
  if (took > mostMs) throw new Error(`file of seed ${seed}: took ${Math.round(took)} ms`);
}

/** `readingOf` throws everything except a `SheetError`. */
async function check({ bytes, rfc4180 }: FuzzFile, random: Random): Promise<void> {
  const options = random.once(2) ? { limits } : {};
  const whole = await readingOf([bytes], options);
  same(await readingOf(cutUp(bytes, random), options), whole, 'the chunks change the rows');
  const reported: string[] = [];
  const otherDelimiter = new Set<unknown>();
  const every = await readingOf([bytes], {
    ...options,
    onProblem: ({ code, row }) => {
      reported.push(code);
      if (code === 'other_delimiter') otherDelimiter.add(row);
    },
  });
  const rows = rowsIn(whole);
  increasing(rows);
  increasing(rowsIn(every));
  if (!('refused' in whole)) {
    const byNumber = new Map(rowsIn(every).map((row) => [row[0], row]));
    for (const row of rows.filter(([number]) => !otherDelimiter.has(number)))
      same(byNumber.get(row[0]), row, 'every row is not every row');
  }
  if (rfc4180) agree(bytes, await readingOf([bytes], asRecords));
}

type Row = (string | number)[];

function rowsIn(reading: object): Row[] {
  return 'rows' in reading && Array.isArray(reading.rows) ? (reading.rows as Row[]) : [];
}

function same(found: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

function increasing(rows: readonly Row[]): void {
  let before = 0;
  for (const [number] of rows) {
    if (Number(number) <= before) throw new Error(`row ${number} follows row ${before}`);
    before = Number(number);
  }
}

function cutUp(bytes: Buffer, random: Random): Buffer[] {
  const chunks: Buffer[] = [];
  const most = random.pick([1, 3, 17, 100]);
  for (let at = 0; at < bytes.length; at += chunks.at(-1)?.length ?? 1) {
    chunks.push(bytes.subarray(at, at + 1 + random.below(most)));
  }
  return chunks;
}

/** Both read the same cells. A carriage return at the end of a row belongs to its line break here. */
function agree(bytes: Buffer, reading: object): void {
  const theirs: string[][] = parse(bytes, { relax_column_count: true, record_delimiter: ['\r\n', '\n'] });
  const expected = theirs.slice(1).filter((cells) => !isBlankRow(cells));
  const ours = rowsIn(reading).map((row) => row.slice(1));
  const trimmed = expected.map((cells) => [...cells.slice(0, -1), cells.at(-1)?.replace(/\r$/, '')]);
  same(ours, trimmed, 'csv-parse reads it differently');
}
