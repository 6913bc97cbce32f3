import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableReasons } from '../model/file-reasons.ts';
import { asCsv, asWorkbook } from '../testing/tables.ts';
import { outcomeOf, sourceOf } from '../testing/sheets.ts';

const word = fc.constantFrom('Ann', 'Bob Brown', 'Zoë', 'Oslo', 'Total Ltd', 'x', 'Sum of all', 'n/a', '');
const value = {
  text: word,
  figure: fc.integer({ min: 0, max: 9999 }).map(String),
  email: fc.integer({ min: 0, max: 99 }).map((at) => `p${at}@example.com`),
  date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
} as const;
const names = ['Name', 'E-mail', 'Phone', 'City', 'Amount', 'Since'];

/** A table with an id in each row. */
const tables = fc.integer({ min: 2, max: 5 }).chain((width) =>
  fc
    .array(fc.constantFrom<keyof typeof value>('text', 'figure', 'email', 'date'), {
      minLength: width,
      maxLength: width,
    })
    .chain((kinds) =>
      fc.record({
        header: fc.constant(['Id', ...names.slice(0, width)]),
        rows: fc
          .array(fc.tuple(...kinds.map((kind) => value[kind])), { minLength: 1, maxLength: 12 })
          .map((rows) => rows.map((cells, at) => [`c-${at + 1}`, ...cells])),
      }),
    ),
);

const pair = fc.constantFrom('Report:,Clients', 'Date:,2026-01-31', 'Made by,Ann', 'Clients,2026');
const title = fc.constantFrom(
  'Clients',
  'Clients of March',
  'Acme Ltd',
  '2026',
  '# made by hand',
  'Summe',
  ',Clients',
);
const above = fc.array(fc.oneof(title, pair, fc.constant('')), { maxLength: 5 });
const totals = fc.constantFrom('Total', 'Summe', 'Gesamt:', 'Totale', 'Итого');
const below = fc.record({
  gap: fc.boolean(),
  total: fc.option(
    fc.record({ word: totals, figures: fc.array(value.figure, { minLength: 1, maxLength: 5 }) }),
    { freq: 1 },
  ),
  notes: fc.array(
    fc.constantFrom('* without VAT', 'Source: ours', '3 rows', 'Springfield', 'Signature: ____'),
    { maxLength: 3 },
  ),
  table: fc.option(fc.constantFrom(['Town,Mayor', 'Oslo,Eve'], ['Town,People', 'Oslo,700000']), { freq: 1 }),
  again: fc.boolean(),
});

const sheets = fc.record({ table: tables, above, below, gap: fc.boolean() });

test('a table with anything above and below is read right or refused, never read wrong', async () => {
  let [right, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(sheets, async ({ table, above, below, gap }) => {
      const width = table.header.length;
      const half = Math.ceil(table.rows.length / 2);
      const header = table.header.join(',');
      const data = table.rows.map((cells) => cells.join(','));
      const { total, notes } = below;
      const lines = [
        ...above,
        ...(gap && above.length > 0 ? [''] : []),
        header,
        ...data.slice(0, half),
        ...(below.again ? [header] : []),
        ...data.slice(half),
        ...(below.gap ? [''] : []),
        ...(total === null ? [] : [[total.word, ...total.figures].slice(0, width).join(',')]),
        ...notes,
        ...(below.table === null ? [] : ['', ...below.table]),
      ].map((line) =>
        line === '' ? '' : `${line}${','.repeat(Math.max(0, width - line.split(',').length))}`,
      );
      for (const bytes of [asCsv({ lines }), asWorkbook({ lines })]) {
        const { facts, rows, error } = await outcomeOf(sourceOf(bytes));
        if (error !== undefined) {
          expect(Object.keys(tableReasons)).toContain(error.code);
          refused += 1;
          continue;
        }
        expect(facts?.header.slice(0, width)).toEqual(table.header);
        // What is left of notes and other tables has no id, so the plan names those rows.
        const ids = rows.map(([, id]) => id).filter((id) => String(id).startsWith('c-'));
        expect(ids).toEqual(table.rows.map(([id]) => id));
        expect(facts?.skipped.some(({ row }) => rows.some(([number]) => number === row))).toBe(false);
        const numbers = new Set([
          ...rows.map(([number]) => number),
          ...(facts?.skipped ?? []).map(({ row }) => row),
        ]);
        const seen = lines.flatMap((line, at) => (line === '' ? [] : [at + 1]));
        expect([...numbers, facts?.headerRow].toSorted((a, b) => Number(a) - Number(b))).toEqual(seen);
        right += 1;
      }
    }),
    { numRuns: 250 },
  );
  expect(right).toBeGreaterThan(refused / 4);
});
