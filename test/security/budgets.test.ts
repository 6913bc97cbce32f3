import { gzipSync } from 'node:zlib';
import { planSteps, settingsOfProfile, sheetOptionsOf } from '@sluice/import-plan';
import {
  everyText,
  formats,
  memorySource,
  openSheet,
  SheetError,
  sheetLimits,
  type SheetLimits,
  type SheetOptions,
} from '@sluice/sheets';
import { compileSteps } from '../../packages/import-plan/src/transforms/compile.ts';
import { loadLibraries } from '../../packages/import-plan/src/transforms/libraries.ts';
import { PatternWork } from '../../packages/import-plan/src/transforms/pattern-work.ts';
import { Unfit } from '../../packages/import-plan/src/transforms/unfit.ts';
import { FileBudget } from '../../packages/sheets/src/model/file-budget.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openArchive } from '../../packages/sheets/src/zip/archive.ts';
import { names, oneSheet } from '../../packages/sheets/src/testing/workbook.ts';
import { attacks, floor } from './hostile-sheets.ts';

/** A table of 4 rows and 3 columns, whose longest cell has 30 characters, and one row a blank at its end. */
const header = ['Name', 'Town', 'Note'];
const rows = [
  ['Ann', 'Oslo', 'x'],
  ['Ben', 'Rome', 'y'.repeat(30)],
  ['Cid', 'Bern', ''],
];

async function written(format: keyof typeof formats): Promise<Buffer> {
  async function* chunks() {
    yield rows.map((cells, at) => ({ number: at + 2, cells }));
  }
  const pieces: Buffer[] = [];
  const table = { header, headerRow: format === 'jsonl' ? 0 : 1, rows: chunks() };
  for await (const piece of formats[format].write(table)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const fixed = [header, ...rows].map((cells) =>
  cells
    .map((cell) => cell.padEnd(32))
    .join('')
    .trimEnd(),
);
const files: Readonly<Record<string, () => Promise<Buffer>>> = {
  ...Object.fromEntries(Object.keys(formats).map((format) => [format, () => written(format as 'csv')])),
  'csv.gz': async () => gzipSync(await written('csv')),
  'jsonl.gz': async () => gzipSync(await written('jsonl')),
  'fixed text': async () => Buffer.from(`${fixed.join('\n')}\n`),
};
const optionsOf = (file: string) => (file === 'fixed text' ? { widths: [32, 32, 32] } : {});

async function codeOf(file: string, limits: Partial<SheetLimits>): Promise<string> {
  const bytes = await files[file]!();
  try {
    const sheet = await openSheet(memorySource(bytes), { ...optionsOf(file), limits });
    for await (const _ of sheet.rows);
    return 'read';
  } catch (error) {
    if (error instanceof SheetError) return error.code;
    throw error;
  }
}

/** Of each limit the least with which the file is read, and why it is not with one less. */
async function leastOf(file: string, limit: keyof SheetLimits) {
  let [refused, read] = [-1, 4096];
  if ((await codeOf(file, { [limit]: refused + 1 })) === 'read') return undefined;
  while (read - refused > 1) {
    const middle = Math.floor((read + refused) / 2);
    if ((await codeOf(file, { [limit]: middle })) === 'read') read = middle;
    else refused = middle;
  }
  return { least: read, code: await codeOf(file, { [limit]: read - 1 }) };
}

const isBook = (file: string) => ['xlsx', 'ods'].includes(file);
const isPacked = (file: string) => isBook(file) || file.endsWith('.gz');

describe.each(Object.keys(files))('of a file of the format %s', (file) => {
  it('the rows, columns, characters of a cell and bytes are limited to the number that is stated', async () => {
    const bytes = (await files[file]!()).length;
    expect(await leastOf(file, 'rows')).toEqual({ least: 4, code: 'too_many_rows' });
    expect(await leastOf(file, 'columns')).toEqual({ least: 3, code: 'too_many_columns' });
    expect(await leastOf(file, 'cellCharacters')).toEqual({ least: 30, code: 'cell_too_long' });
    const unpacked = (await files[file.replace('.gz', '')]!()).length;
    const most = Math.max(bytes, unpacked);
    expect(await leastOf(file, 'fileBytes')).toEqual({ least: most, code: 'file_too_large' });
  });

  it('what it becomes when it is unpacked is limited, if it is packed', async () => {
    const least = await leastOf(file, 'unpackedBytes');
    expect(least === undefined).toBe(!isPacked(file));
    if (least !== undefined) {
      expect(least.code).toMatch(/unpacked_too_large|too_much_text/u);
      expect(least.least).toBeGreaterThan(100);
    }
  });

  it('blank cells that reading adds are limited, if the format leaves them out', async () => {
    const least = await leastOf(file, 'blankCells');
    // The writers of CSV and JSON lines write them, and text of fixed places ends before one of them.
    const leavesOut = isBook(file);
    expect(least).toEqual(leavesOut ? { least: 1, code: 'too_many_blanks' } : undefined);
  });
});

/** What was unpacked, made and returned. */
let work = 0;
beforeEach(() => {
  work = 0;
  const { unpack, make } = FileBudget.prototype;
  vi.spyOn(FileBudget.prototype, 'unpack').mockImplementation(function (this: FileBudget, bytes) {
    work += bytes;
    unpack.call(this, bytes);
  });
  vi.spyOn(FileBudget.prototype, 'make').mockImplementation(function (this: FileBudget, ...made) {
    make.apply(this, made);
    work += made[0];
  });
});
afterEach(() => vi.restoreAllMocks());

/** How the reading ends; it adds to the work. */
async function endOf(bytes: Buffer, options: SheetOptions): Promise<string> {
  try {
    const sheet = await openSheet(memorySource(bytes), options);
    for await (const chunk of sheet.rows)
      for (const { cells } of chunk) work += cells.length + cells.reduce((sum, cell) => sum + cell.length, 0);
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(SheetError);
    return (error as SheetError).code;
  }
}

/** A small file shows what a large one does, if it may grow as little. */
const small = { unpackedRatioFrom: floor, unpackedRatio: 20 };
/** Unpacked four times, made and returned, and blanks by four. */
const mostWork = ({ length }: Buffer) => 10 * Math.max(floor, small.unpackedRatio * length);

describe.each(Object.entries(attacks))('%s', (_, { bytes, options, code, limits }) => {
  it('cost at most in proportion to the bytes, and are refused for what they are', async () => {
    let end = '';
    for (const size of [400, 4_000, 40_000]) {
      const file = bytes(size);
      work = 0;
      end = await endOf(file, { ...options, limits: { ...small, ...limits } });
      expect({ size, most: work <= mostWork(file) }).toEqual({ size, most: true });
    }
    expect(end).toBe(code);
  });

  it('are searched whole at such a cost too', async () => {
    const file = bytes(4_000);
    let characters = 0;
    try {
      for await (const text of everyText(memorySource(file))) characters += text.length;
    } catch (error) {
      expect(error).toBeInstanceOf(SheetError);
    }
    // In up to three encodings, twice without its tags.
    expect(characters).toBeLessThan(6 * Math.max(16 * 1024 ** 2, 101 * file.length));
  });
});

it('short lines of many places become some thousand cells at a time', async () => {
  const positions = Array.from({ length: 900 }, (_, at) => ({ name: `c${at}`, start: at + 1, length: 1 }));
  const sheet = await openSheet(memorySource(Buffer.from('x\n'.repeat(2_000))), { positions });
  const sizes: number[] = [];
  for await (const rows of sheet.rows) sizes.push(rows.reduce((sum, { cells }) => sum + cells.length, 0));
  expect(Math.max(...sizes)).toBeLessThan(40_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_000 * 900);
});

describe('a large but honest text', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at},${at * 7}`).join('\n');

  it('that grows to less than its limit is read, and to 120 times its size is refused by name', async () => {
    const honest = gzipSync(`a,b\n${lines(200_000)}\n`);
    expect(await endOf(honest, { limits: { unpackedRatioFrom: floor } })).toBe('read');
    const tight = gzipSync(`a,b\n${'1,2\n'.repeat(200_000)}`);
    const limits = { unpackedRatioFrom: floor, unpackedRatio: Math.floor(800_004 / tight.length / 1.2) };
    expect(await endOf(tight, { limits })).toBe('packed_too_tightly');
    expect(await endOf(tight, { limits: { ...limits, unpackedRatio: 1.3 * limits.unpackedRatio } })).toBe(
      'read',
    );
  });

  it('may be read again, but not without end', async () => {
    const file = oneSheet(names(1, 'A'), {
      more: [{ name: 'big.xml', bytes: Buffer.alloc(floor - 4000, 'x') }],
    });
    const archive = await openArchive(memorySource(file), {
      ...sheetLimits,
      unpackedRatioFrom: 0,
      unpackedRatio: 1,
    });
    const readings = async () => {
      for await (const _ of archive.read('big.xml'));
    };
    for (let times = 0; times < 4; times += 1) await readings();
    await expect(readings()).rejects.toMatchObject({ code: 'unpacked_too_large' });
  });
});

describe('a text that a profile makes', () => {
  const most = sheetLimits.cellCharacters;
  const end = (steps: Parameters<typeof compileSteps>[0], cell: string) => {
    const made = compileSteps(steps)(cell);
    return made instanceof Unfit ? made.reason.code : made.length;
  };
  const thousand = 'b'.repeat(1000);

  it.each<[Parameters<typeof compileSteps>[0], string, number]>([
    [[{ replace: 'a', with: thousand }], 'a', 1000],
    [['upper'], '\u0390', 3],
    [[{ replace: 'x', with: 'y' }, 'upper', 'lower'], '\u0390', 3],
    [[], 'a', 1],
  ])('by %j is limited after each step', (steps, letter, grows) => {
    const count = Math.floor(most / grows);
    expect(end(steps, letter.repeat(count))).toBe(count * grows);
    expect(end(steps, letter.repeat(count + 1))).toBe('text_grows');
  });

  it('by steps that multiply is no longer than the first one allows', () => {
    const twice = [
      { replace: 'a', with: thousand },
      { replace: 'b', with: 'c'.repeat(1000) },
    ];
    expect(end(twice, 'a'.repeat(600))).toBe('text_grows');
    expect(end(twice, 'a'.repeat(100))).toBe('text_grows');
    // Longer than any string may be.
    const huge = [{ replace: 'a', with: 'b'.repeat(10_000) }];
    expect(() => end(huge, 'a'.repeat(most))).not.toThrow();
  });

  const planOf = async (profile: object, csv: string) => {
    const found = await settingsOfProfile(
      'p',
      JSON.stringify({ schema: 'client', lookup: 'email', ...profile }),
    );
    if (found.kind === 'refused') throw new Error(found.reason);
    const { settings } = found;
    const codes: string[] = [];
    const open = () => openSheet(memorySource(Buffer.from(csv)), sheetOptionsOf(settings));
    for await (const step of planSteps({ open, settings }))
      if (step.kind === 'problem') codes.push(step.problem.code);
    return codes;
  };

  it('by an expression is limited', async () => {
    const profile = { ignored: [], compute: { name: 'row["A"] + row["A"] + row["A"]' } };
    const csv = (length: number) => `E-mail,A\na@example.com,${'x'.repeat(length)}\n`;
    const { ignored: _, ...computed } = profile;
    expect(await planOf(computed, csv(most / 3))).toEqual(['too_long']);
    expect(await planOf(computed, csv(most / 3 + 1))).toEqual(['text_grows']);
  });

  it('by patterns costs so many steps at most, counted for all of them together', async () => {
    await loadLibraries([{ part: 'x' }]);
    const work = new PatternWork(1000);
    const [one, other] = ['(a+)', '(b+)'].map((part) => compileSteps([{ part }], work));
    const size = 6;
    for (let left = 1000 - 20 * size; left >= 0; left -= 40 * size) {
      expect(one?.('a'.repeat(20))).toBe('a'.repeat(20));
      expect(other?.('b'.repeat(20))).toBe('b'.repeat(20));
    }
    expect(() => other?.('b'.repeat(100))).toThrow('take more than 1,000 steps');
  });

  it('by a slow pattern ends the plan of its file, each time alike', async () => {
    const profile = { columns: { A: 'name' }, transforms: { A: [{ part: '(?:(?:a?){20}b?){20}c' }] } };
    const csv = `E-mail,A\n${`a@example.com,${'a'.repeat(9_999)}\n`.repeat(500)}`;
    for (const _ of [1, 2])
      await expect(planOf(profile, csv)).rejects.toMatchObject({ code: 'slow_patterns' });
  });
});
