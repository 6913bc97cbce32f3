import { memorySource, openSheet, unguarded } from '@sluice/sheets';
import { reasonOf } from '@sluice/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropFormats } from '../testing/drops.ts';
import { planText, settingsOf } from '../testing/plans.ts';
import { writeExport } from '../export/write-export.ts';
import { referenceOf } from '../model/reference.ts';
import { writeResultSheet } from './result-sheet.ts';
import type { RowOutcome } from './row-outcomes.ts';

const settings = settingsOf({
  invalidRows: 'skip',
  reading: { headerRow: 1, lastRow: 1000, totals: 'keep' },
});
const header = ['Name', 'E-mail', 'Last contact date', 'Is suspended', 'Home phone'];
type Row = readonly string[];
type Stored = Map<string, Readonly<Record<string, unknown>>>;
const emailOf = (row: Row) => row[1] ?? '';
/** The name without the quote that keeps it from starting a formula. */
const plain = (row: Row) => unguarded(row[0] ?? '').trim();

const refused = 'Refused';
const names = fc.constantFrom(' Ann', 'Bob  ', '=Cid', "'Dora", '+49', 'É va', 'Two\r\nlines', refused);
const cells = fc.tuple(
  names,
  fc.constantFrom('2026-01-05', '1999-12-31', ''),
  fc.constantFrom('yes', 'no', ''),
  fc.constantFrom('0151 1', '+1 2', ''),
);
const people = fc
  .array(cells, { minLength: 1, maxLength: 7 })
  .map((all) => all.map(([name, ...others], at): Row => [name, `p${at}@example.com`, ...others]));

const edits = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('correct', 'delete', 'copy', 'moveUp', 'newFromCopy'),
      at: fc.nat(20),
      name: names,
    }),
    fc.record({ kind: fc.constant('sort'), at: fc.nat(4), name: names }),
    fc.record({ kind: fc.constant('insert'), at: fc.nat(20), name: names }),
  ),
  { maxLength: 5 },
);
type Edit = { readonly kind: string; readonly at: number; readonly name: string };

/** What a person does to the rows of a result sheet. */
function editedBy(rows: readonly Row[], edit: Edit, nth: number): readonly Row[] {
  const at = edit.at % Math.max(1, rows.length);
  const row = rows[at];
  if (edit.kind === 'insert') return rows.toSpliced(at, 0, [edit.name, `new${nth}@example.com`, '', '', '']);
  if (edit.kind === 'sort')
    return rows.toSorted((a, b) => ((a[edit.at] ?? '') < (b[edit.at] ?? '') ? -1 : 1));
  if (row === undefined) return rows;
  const others = row.slice(2);
  switch (edit.kind) {
    case 'correct':
      // All copies alike: rows of one record must agree.
      return rows.map((one) => (emailOf(one) === emailOf(row) ? [edit.name, ...one.slice(1)] : one));
    case 'delete':
      return rows.toSpliced(at, 1);
    case 'copy':
      return rows.toSpliced(rows.length - at, 0, row);
    case 'newFromCopy':
      return [...rows, [edit.name, `copy${nth}@example.com`, ...others]];
    default:
      return [row, ...rows.toSpliced(at, 1)];
  }
}

const [date, flag] = [header.indexOf('Last contact date'), header.indexOf('Is suspended')];

/** As a program saves it: cells without outer blanks, dates and booleans in its own form, line breaks of its own. */
function savedAnew(row: Row): string[] {
  return row.map((cell, at) => {
    if (at === date && cell !== '') return `${cell}T00:00:00Z`;
    if (at === flag && cell !== '') return cell === 'yes' ? 'TRUE' : 'FALSE';
    return cell.trim().replaceAll('\r\n', '\n');
  });
}

/** Drops a sheet: what it plans is stored but for rows that the service refuses. */
async function dropped(bytes: Uint8Array, runId: string, stored: Stored) {
  const plan = await planText(bytes, { settings });
  const sent = new Map(plan.records.map(([row, record]) => [row, record as Record<string, unknown>]));
  const outcomes = [
    ...[...sent].map(([row, record]): RowOutcome => {
      if (record['name'] === refused) return { row, status: 'failed', reference: '' };
      stored.set(String(record['email']), record);
      const planned = { schema: 'client', lookup: 'email', records: [record] };
      return { row, status: 'updated', reference: referenceOf({ runId, row }, planned) };
    }),
    ...plan.landed.map((row): RowOutcome => ({ row, status: 'skipped' })),
    ...plan.skipped.map(({ row }): RowOutcome => ({ row, status: 'skipped' })),
    ...plan.problems.map(({ row, ...reason }): RowOutcome => ({ row, status: 'failed', reasons: [reason] })),
  ].toSorted((a, b) => a.row - b.row);
  const sheet = await openSheet(memorySource(bytes), settings.reading);
  const pieces: Uint8Array[] = [];
  const all = (async function* () {
    yield* outcomes;
  })();
  for await (const piece of writeResultSheet({ sheet, outcomes: all })) pieces.push(Buffer.from(piece));
  return {
    plan,
    sent: [...sent.values()].map((record) => String(record['email'])),
    result: Buffer.concat(pieces),
  };
}

async function rowsOf(bytes: Uint8Array) {
  const { facts, rows } = await openSheet(memorySource(bytes), settings.reading);
  const all: Row[] = [];
  for await (const chunk of rows) all.push(...chunk.map((row) => row.cells.map((cell) => `${cell}`)));
  return { header: facts.header, rows: all };
}

test.each(Object.entries(dropFormats))(
  'a result sheet of %s that was edited and saved anew changes only the records whose rows were changed (invariant 25)',
  async (format, { write }) => {
    await fc.assert(
      fc.asyncProperty(people, edits, fc.boolean(), async (rows, changes, isSavedAnew) => {
        const stored: Stored = new Map();
        const first = await dropped(write(header, rows), 'run1', stored);
        const landed = new Map(stored);
        // A colleague changes every record.
        for (const [email, record] of stored) stored.set(email, { ...record, name: 'By a colleague' });
        const result = await rowsOf(first.result);
        const edited = changes.reduce(editedBy, result.rows);
        fc.pre(edited.length > 0);
        const saved = isSavedAnew ? edited.map(savedAnew) : edited;
        const second = await dropped(write(result.header, saved), 'run2', stored);
        expect(second.plan.problems).toEqual([]);
        for (const row of edited) {
          const before = result.rows.find((one) => emailOf(one) === emailOf(row));
          const isNew = before === undefined || !landed.has(emailOf(row));
          const isSent = isNew || plain(before) !== plain(row);
          expect([emailOf(row), second.sent.includes(emailOf(row))]).toEqual([emailOf(row), isSent]);
        }
        const { landedAlready, skipped, records, rows: read } = second.plan.totals;
        expect(landedAlready).toBeLessThanOrEqual(skipped);
        expect(read).toBe(records + skipped);
        // It comes back once more, and only what was refused is tried again.
        const third = await dropped(second.result, 'run3', new Map(stored));
        expect(third.sent.every((email) => second.sent.includes(email))).toBe(true);
        expect(third.plan.records.every(([, record]) => Object(record).name === refused)).toBe(true);
      }),
      { numRuns: format === 'xlsx' || format === 'ods' ? 15 : 40 },
    );
  },
);

const exportedColumns = [...header, 'Status', 'Reason', 'Record id', 'Reason code', 'Reference'];

/** Some columns of an export of these people, in another order than it has. */
async function exportOf(rows: readonly Row[]): Promise<Row[]> {
  const records = (async function* () {
    yield rows.map(([name = '', email, date = '', flag, homePhone], at) => ({
      ...{ id: `id${at}`, name: name.trim(), email, homePhone: homePhone || null },
      ...{ lastContactDate: date === '' ? null : `${date}T00:00:00.000Z`, isSuspended: flag === 'yes' },
    }));
  })();
  const totals = { rows: 0, leftOut: 0, blank: 0 };
  const pieces: Buffer[] = [];
  for await (const piece of writeExport({
    ...{ source: { id: 'e1', target: 'https://s.test' }, settings, format: 'csv', records, totals },
  }))
    pieces.push(Buffer.from(piece));
  const sheet = await rowsOf(Buffer.concat(pieces));
  return sheet.rows.map((row) => exportedColumns.map((name) => row[sheet.header.indexOf(name)] ?? ''));
}

test.each(Object.entries(dropFormats))(
  'an export that was edited and saved anew as %s sends only the rows that were edited (invariant 25)',
  async (format, { write }) => {
    await fc.assert(
      fc.asyncProperty(people, edits, fc.boolean(), async (rows, changes, isSavedAnew) => {
        const exported = await exportOf(rows);
        const edited = changes.reduce(editedBy, exported);
        fc.pre(edited.length > 0);
        const sheet = write(exportedColumns, isSavedAnew ? edited.map(savedAnew) : edited);
        const plan = await planText(sheet, { settings, target: 'https://s.test' });
        expect(plan.problems).toEqual([]);
        const sent = new Map(plan.records.map(([row, record]) => [String(Object(record).email), row]));
        const references = plan.batches.flatMap((batch) => Object.keys(batch.exported ?? {}).map(Number));
        for (const row of edited) {
          const before = exported.find((one) => emailOf(one) === emailOf(row));
          const isSent = before === undefined || plain(before) !== plain(row);
          expect([emailOf(row), sent.has(emailOf(row))]).toEqual([emailOf(row), isSent]);
          // A new row has no record to compare.
          const isCompared = isSent && before !== undefined;
          expect(references.includes(sent.get(emailOf(row)) ?? 0)).toBe(isCompared);
        }
        const { asExported, skipped, records, rows: read } = plan.totals;
        expect(asExported).toBeLessThanOrEqual(skipped);
        expect(read).toBe(records + skipped);
      }),
      { numRuns: format === 'xlsx' || format === 'ods' ? 15 : 40 },
    );
  },
);

const planned = { schema: 'client', lookup: 'email', records: [{ email: 'a@example.com', name: 'Ann' }] };
const reference = referenceOf({ runId: 'run1', row: 2 }, planned);
const sheet = (...rows: string[]) =>
  `Name,E-mail,Status,Reason,Record id,Reason code,Reference\n${rows.join('\n')}\n`;

test('a reference counts only with the values, the row and the run that it is of (invariant 25)', async () => {
  const cases: [string, string, number][] = [
    ['as it was', `Ann,a@example.com,created,,1,,${reference}`, 1],
    ['with the status removed', `Ann,a@example.com,,,,,${reference}`, 1],
    ['with another status', `Ann,a@example.com,failed,,,not_email,${reference}`, 1],
    ['with another value', `Anna,a@example.com,created,,1,,${reference}`, 0],
    ['with a cleared value', `,a@example.com,created,,1,,${reference}`, 0],
    ['of another row', `Ann,a@example.com,created,,1,,${reference.replace('-2-', '-3-')}`, 0],
    ['of another run', `Ann,a@example.com,created,,1,,${reference.replace('run1', 'run2')}`, 0],
    ['cut off', `Ann,a@example.com,created,,1,,${reference.slice(0, -1)}`, 0],
    ['removed', 'Ann,a@example.com,created,,1,,', 0],
  ];
  for (const [how, row, landed] of cases)
    expect([how, (await planText(sheet(row))).landed.length]).toEqual([how, landed]);
  const other = await planText(sheet(cases[0]?.[1] ?? ''), {
    settings: settingsOf({ schema: 'professional' }),
  });
  expect(other.landed).toEqual([]);
  const unknown = await planText(sheet(cases[0]?.[1] ?? ''), { hasLanded: async () => false });
  expect(unknown.landed).toEqual([]);
});

test('a row that landed and another of the same record with other values are both wrong', async () => {
  const plan = await planText(
    sheet(`Ann,a@example.com,created,,1,,${reference}`, `Anna,a@example.com,created,,1,,${reference}`),
  );
  expect(plan.problems.map(({ row, code }) => [row, code])).toEqual([
    [2, 'repeated'],
    [3, 'repeated'],
  ]);
  expect(plan.totals).toMatchObject({ rows: 2, records: 0, failed: 2, skipped: 0, landedAlready: 0 });
  expect(plan.totals.notes.join()).not.toContain('landed in');
});

test('the rows that landed are left out of the batches, counted, and named by their runs', async () => {
  const plan = await planText(
    sheet(`Ann,a@example.com,created,,1,,${reference}`, 'Bob,b@example.com,failed,,,not_email,'),
  );
  expect(plan.records).toEqual([[3, { name: 'Bob', email: 'b@example.com' }]]);
  expect(plan.totals).toMatchObject({ rows: 2, records: 1, skipped: 1, landedAlready: 1 });
  expect(plan.totals.notes[0]).toBe(
    '1 row is as it landed in run run1: left out, unless that was undone since. To import such rows again, remove the column Reference.',
  );
});

test("a column of the drop that is called Reference stays the drop's", async () => {
  const mapped = settingsOf({ columns: { Reference: 'homePhone' } });
  const drop = 'Name,E-mail,Reference\nAnn,a@example.com,0151 1\n';
  const opened = await openSheet(memorySource(Buffer.from(drop)));
  const pieces: string[] = [];
  const outcomes = (async function* (): AsyncGenerator<RowOutcome> {
    yield { row: 2, status: 'failed', reasons: [reasonOf('busy')] };
  })();
  for await (const piece of writeResultSheet({ sheet: opened, outcomes })) pieces.push(String(piece));
  const result = pieces.join('');
  const record = { name: 'Ann', email: 'a@example.com', homePhone: '0151 1' };
  expect((await planText(result, { settings: mapped })).records).toEqual([[2, record]]);
  const withoutOurs = result.replace(/,"Reference"\r\n/u, '\r\n').replace(/,""\r\n$/u, '\r\n');
  expect((await planText(withoutOurs, { settings: mapped })).records).toEqual([[2, record]]);
});

test('a reference is a text for every spreadsheet program', () => {
  expect(reference).toMatch(/^ref-[0-9a-z]+-\d+-[0-9a-f]{16}$/u);
});
