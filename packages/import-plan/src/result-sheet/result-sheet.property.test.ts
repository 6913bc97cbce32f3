import {
  guarded,
  guardedText,
  memorySource,
  openSheet,
  safeCsvLine,
  unguarded,
  type Delimiter,
  type SheetOptions,
} from '@sluice/sheets';
import { createXlsxWriter } from '@sluice/sheets/xlsx-writer';
import { reasonOf } from '@sluice/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultName, writeResultSheet } from './result-sheet.ts';
import { rowStatuses, type RowOutcome } from './row-outcomes.ts';
import { sheetOptionsOf } from '../profile/sheet-options.ts';
import { dropFormats } from '../testing/drops.ts';
import { planText, settingsOf } from '../testing/plans.ts';

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function bytesOfResult(
  drop: string | Uint8Array,
  outcomes: readonly RowOutcome[] = [],
  options: SheetOptions = {},
): Promise<Uint8Array> {
  const sheet = await openSheet(memorySource(Buffer.from(drop)), options);
  const pieces: Uint8Array[] = [];
  for await (const piece of writeResultSheet({ sheet, outcomes: oneByOne(outcomes) }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function resultOf(...drop: Parameters<typeof bytesOfResult>): Promise<string> {
  return Buffer.from(await bytesOfResult(...drop)).toString('utf8');
}

/** A line of a result: every cell quoted. */
const line = (cells: string, delimiter = ',') =>
  cells === ''
    ? ''
    : cells
        .split(delimiter)
        .map((cell) => `"${cell}"`)
        .join(delimiter);
const resultText = (lines: readonly string[], delimiter?: string) =>
  `\ufeff${lines.map((cells) => `${line(cells, delimiter)}\r\n`).join('')}`;

describe('the result sheet', () => {
  test('keeps rows, row numbers, order, columns and delimiter, and adds our columns', async () => {
    const drop = '\nName;E-mail\r\n\r\n"Zoë, 2nd";z@example.com\n;\nBob;b@example.com';
    const result = await resultOf(drop, [
      { row: 4, status: 'created', recordId: 'u1' },
      { row: 6, status: 'failed', reasons: [{ code: 'lookup_blank', name: 'E-mail', says: 'is blank.' }] },
      { row: 6, status: 'failed', reasons: [{ code: 'too_long', name: 'Name', says: 'is long.' }] },
    ]);
    const lines = [
      '',
      'Name;E-mail;Status;Reason;Record id;Reason code;Reference',
      '',
      'Zoë, 2nd;z@example.com;created;;u1;;',
      '',
      'Bob;b@example.com;failed;E-mail is blank. Name is long.;;lookup_blank & too_long;',
    ];
    expect(result).toBe(resultText(lines, ';').replace(' & ', '; '));
  });

  test('gives unknown for a row without an outcome, and refuses outcomes out of order', async () => {
    expect(await resultOf('a\n1\n')).toBe(
      resultText(['a,Status,Reason,Record id,Reason code,Reference', '1,unknown,,,,']),
    );
    const outcomes = [3, 2].map((row): RowOutcome => ({ row, status: 'created' }));
    await expect(resultOf('a\n1\n2\n3\n', outcomes)).rejects.toThrow('not in order');
  });

  test('keeps cells beyond the header after our columns, and fills short rows', async () => {
    expect(await resultOf('a,b\n1,2,3\n4\n')).toBe(
      resultText([
        'a,b,Status,Reason,Record id,Reason code,Reference',
        '1,2,unknown,,,,,3',
        '4,,unknown,,,,',
      ]),
    );
  });

  test('made of a result sheet has our columns once', async () => {
    const once = await resultOf('a\n=1\n', [{ row: 2, status: 'failed', reasons: [reasonOf('busy')] }]);
    expect(await resultOf(once, [{ row: 2, status: 'created', recordId: 'x' }])).toBe(
      resultText(['a,Status,Reason,Record id,Reason code,Reference', "'=1,created,,x,,"]),
    );
  });

  test('has no cell that starts a formula', async () => {
    const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'", ' =', '\u0001\u200b+'];
    const drop = ['=h,b', ...starts.map((start) => `"${start}1",x`)].join('\n');
    const sheet = await openSheet(memorySource(Buffer.from(await resultOf(drop))));
    expect(sheet.facts.header[0]).toBe("'=h");
    for await (const rows of sheet.rows) {
      expect(rows.map(({ cells }) => cells[0])).toEqual(starts.map((start) => `'${start}1`));
    }
  });
});

const risky = fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n＝,;|"a \u200b`), maxLength: 6 });

test.each([',', ';', '\t', '|'])(
  'no cell starts a formula in a program that reads %j as the delimiter, even without quotes',
  (guess) => {
    fc.assert(
      fc.property(
        fc.array(risky, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(',', ';', '\t', '|'),
        (cells, delimiter) => {
          for (const text of safeCsvLine(cells, delimiter)
            .split(/[\r\n]/u)
            .flatMap((part) => part.split(guess)))
            expect(text).not.toMatch(/^[\p{Cc}\p{Cf}\p{Z}"]*[=+\-@＝＋－＠]/u);
        },
      ),
      { numRuns: 300 },
    );
  },
);

test('a megabyte of blanks, quotes or delimiters is guarded in linear time', () => {
  for (const unit of [' ', "'", '"', ';', '; ', ";'", '\t', '\n'])
    for (const end of ['', '=', 'x']) {
      const cell = unit.repeat(1_000_000 / unit.length) + end;
      const begun = performance.now();
      expect(unguarded(guarded(cell)) === cell).toBe(true);
      expect(performance.now() - begun).toBeLessThan(2000);
    }
});

test('guarding can be undone, and guards two different cells differently', () => {
  fc.assert(
    fc.property(risky, risky, (one, other) => {
      expect(unguarded(guarded(one))).toBe(one);
      expect(unguarded(guardedText(one))).toBe(one);
      expect(guarded(one) === guarded(other)).toBe(one === other);
    }),
    { numRuns: 300 },
  );
});

const name = fc.oneof(risky, fc.string({ unit: fc.constantFrom(...`a",;\n\ré'=`), maxLength: 5 }));
const emails = "a@example.com b@example.com B@example.com +c@example.com 'd@example.com none".split(' ');
const email = fc.constantFrom(...emails, '');
const drops = fc.record({
  rows: fc.array(fc.tuple(name, email, name), { minLength: 1, maxLength: 8 }),
  delimiter: fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
  status: fc.constantFrom(...rowStatuses),
  reason: name,
});

const header = ['Name', 'E-mail', 'Home Phone'];

/** Every row below the header is a record, whatever it looks like. */
const reading = { headerRow: 1, lastRow: 1000, totals: 'keep' };

test.each(Object.entries(dropFormats))(
  'an unchanged result sheet of %s plans the same records, problems and twins when it is dropped again',
  async (format, { firstRow, write }) => {
    await fc.assert(
      fc.asyncProperty(drops, async ({ rows, delimiter, status, reason }) => {
        const drop = write(header, rows, delimiter);
        const outcomes = rows.map((_, at): RowOutcome => ({
          row: at + firstRow,
          status,
          reasons: [{ code: 'refused_by_service', says: reason }],
          recordId: `id${at}`,
        }));
        fc.pre(rows.some((cells) => cells.some((cell) => cell.trim() !== '')));
        const settings = settingsOf({ reading });
        const first = await planText(drop, { settings });
        const again = await planText(await bytesOfResult(drop, outcomes, sheetOptionsOf(settings)), {
          settings,
        });
        expect(again.records).toEqual(first.records);
        expect(again.problems).toEqual(first.problems);
        expect(again.skipped).toEqual(first.skipped);
        expect(again.batches.map(({ sha256 }) => sha256)).toEqual(first.batches.map(({ sha256 }) => sha256));
      }),
      // A workbook is packed and unpacked.
      { numRuns: format === 'xlsx' || format === 'ods' ? 15 : 50 },
    );
  },
);

test('a result sheet is read with its own delimiter, whatever its reasons hold', async () => {
  const drop = 'Name,E-mail,Home Phone\n,none,\n,a@example.com,\n';
  const outcomes = [2, 3].map((row): RowOutcome => ({
    row,
    status: 'created',
    reasons: [{ code: 'refused_by_service', says: ';a;"' }],
    recordId: `id${row}`,
  }));
  const again = await openSheet(memorySource(await bytesOfResult(drop, outcomes)));
  expect(again.facts.header).toContain('E-mail');
});

test('a workbook keeps its cells, since its texts start no formula', async () => {
  const cells = ['+49 151', '-5 Elm', "'=x", "'tis"];
  const writer = createXlsxWriter({ header });
  const drop = Buffer.concat([writer.write([{ number: 2, cells }]), writer.end()]);
  const sheet = await openSheet(memorySource(await bytesOfResult(drop)));
  for await (const rows of sheet.rows)
    expect(rows[0]?.cells).toEqual(['+49 151', '-5 Elm', "''=x", 'unknown', '', '', '', '', "'tis"]);
});

test.each([
  ['people.csv', 'csv', 'people.csv'],
  ['people.TSV', 'csv', 'people.TSV'],
  ['people.txt.gz', 'csv', 'people.txt'],
  ['people', 'csv', 'people.csv'],
  ['people.xlsx', 'csv', 'people.xlsx.csv'],
  ['people.xlsx', 'xlsx', 'people.xlsx'],
  ['people.csv', 'xlsx', 'people.csv.xlsx'],
  ['people.ndjson.gz', 'jsonl', 'people.ndjson'],
] as const)('the result sheet of %s, read as %s, is %s', (name, format, result) => {
  expect(resultName(name, { format, header: [] })).toBe(result);
});

test('a workbook without room for our columns comes back as CSV', () => {
  const header = Array.from({ length: 16_382 }, () => 'x');
  expect(resultName('wide.xlsx', { format: 'xlsx', header })).toBe('wide.xlsx.csv');
});

test('a row that was too short stays too short until its missing cell is filled in', async () => {
  const settings = settingsOf();
  const drop = 'Name,E-mail,Home Phone,Work Phone\nAnn,a@example.com,030 1\n';
  const { problems } = await planText(drop, { settings });
  const result = await resultOf(drop, [{ row: 2, status: 'failed', reasons: problems }]);
  expect(await planText(result, { settings })).toMatchObject({ problems, records: [] });
  const corrected = result.replace('"030 1","",', '"","030 1",');
  const again = await planText(corrected, { settings });
  expect(again.problems).toEqual([]);
  expect(again.records).toEqual([[2, { name: 'Ann', email: 'a@example.com', workPhone: '030 1' }]]);
});

test('the result sheet of text with fixed widths reads like the drop', async () => {
  const settings = settingsOf({ reading: { widths: [6, 15], columns: ['Name', 'E-mail'] } });
  const drop = 'Ann   a@example.com\nBob   b@example.com\n';
  const { records } = await planText(drop, { settings });
  expect(records.map(([, record]) => record)).toEqual([
    { name: 'Ann', email: 'a@example.com' },
    { name: 'Bob', email: 'b@example.com' },
  ]);
  const again = await planText(await bytesOfResult(drop, [], sheetOptionsOf(settings)), { settings });
  expect(again.records.map(([, record]) => record)).toEqual(records.map(([, record]) => record));
});
