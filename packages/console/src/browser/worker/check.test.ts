import { readFileSync } from 'node:fs';
import { referenceOf, resolveSettings } from '@sluice/import-plan';
import { memorySource } from '@sluice/sheets';
import { expect, test } from 'vitest';
import { checkSheet, openCorrected, refusalOf, understand, type Reading } from './check.ts';
import { writeCorrected } from './corrected.ts';
import type { Edits } from './messages.ts';
import { proposedFor } from './place-settings.ts';
import { WrongRows } from './wrong-rows.ts';

const example = readFileSync(
  new URL('../../../../../examples/drop-a-spreadsheet/clients-with-five-mistakes.csv', import.meta.url),
);

function readingOf(
  sheet: string | Uint8Array,
  edits?: Edits,
  [schema, lookup] = ['client', 'email'],
): Reading {
  const resolved = resolveSettings({ kind: 'direct', schema, lookup, fileName: 'some.csv' });
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  return { source: memorySource(Buffer.from(sheet)), settings: resolved.settings, edits };
}

async function checked(reading: Reading) {
  const { plan, wrong } = await checkSheet(reading, { wrong: new WrongRows(), onFound: () => undefined });
  return { plan, wrong, rows: await wrong.rows(0, wrong.count) };
}

test('every wrong row is kept with its cells and its reasons, as the plan counts them', async () => {
  const { plan, wrong, rows } = await checked(readingOf(example));
  expect(wrong.count).toBe(plan.totals.failed);
  expect(rows.flatMap(({ row, problems }) => problems.map(({ text }) => ({ row, text })))).toEqual(
    plan.problems.map(({ row, reason }) => ({ row, text: reason })),
  );
  expect(wrong.groups().reduce((sum, group) => sum + group.rows, 0)).toBeGreaterThanOrEqual(rows.length);
});

test('a file whose encoding is not certain is refused with its first rows as each encoding shows them', async () => {
  const sheet = Buffer.from('Name,Email\nOnd\u00f8ej,a@example.com\n', 'latin1');
  const refusal = refusalOf(await understand(readingOf(sheet)).catch((error: unknown) => error));
  expect(refusal).toMatchObject({ code: 'unclear_encoding', row: 2 });
  expect(refusal?.text).not.toContain('Ond');
  expect(refusal?.shownAs).toContainEqual({ name: 'Windows-1250', rows: ['Ondřej,a@example.com'] });
});

const twins = 'Name,Email\nAnn,a@example.com\nBob,bad\nCara,c@example.com\nDan,a@example.com\nEve,\n';

test('rows that mean the same record are found late, and stand in order', async () => {
  const { plan, rows } = await checked(readingOf(twins));
  expect(plan.totals.failed).toBe(4);
  expect(rows.map(({ row, cells: [name] }) => [row, name])).toEqual([
    [2, 'Ann'],
    [3, 'Bob'],
    [5, 'Dan'],
    [6, 'Eve'],
  ]);
});

test('a row that is wrong twice is kept once', async () => {
  const { wrong, rows } = await checked(readingOf('Name,Email,Timezone\nAnn,bad,nowhere\n'));
  expect(wrong.count).toBe(1);
  expect(rows[0]?.problems.map(({ name }) => name)).toEqual(['Email', 'Timezone']);
  expect(await wrong.rows(0, 10, 1)).toEqual(rows);
});

test('more wrong rows than a block holds are all found again', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `Person ${at},bad ${at}`);
  const { wrong } = await checked(readingOf(['Name,Email', ...lines].join('\n')));
  expect(wrong.count).toBe(1000);
  const rows = await wrong.rows(500, 502, 0);
  expect(rows.map(({ cells }) => cells[1])).toEqual(['bad 500', 'bad 501']);
});

test('a long cell is shown in part, and says so', async () => {
  const { rows } = await checked(readingOf(`Name,Email\n${'x'.repeat(20_000)},bad\n`));
  expect(rows[0]?.cells[0]).toHaveLength(4000);
  expect(rows[0]?.cut).toEqual([0]);
});

const edits = (cells: [number, number, string][] = [], rules: Edits['rules'] = []): Edits => ({
  shifts: new Map(),
  cells: new Map(
    [...Map.groupBy(cells, ([row]) => row)].map(([row, of]) => [
      row,
      new Map(of.map(([, at, text]) => [at, text])),
    ]),
  ),
  rules,
});

test('corrected cells are checked, and no others change', async () => {
  const corrected = readingOf(
    twins,
    edits([
      [3, 1, 'b@example.com'],
      [5, 1, 'd@example.com'],
      [6, 1, 'e@example.com'],
    ]),
  );
  const { plan, rows } = await checked(corrected);
  expect(rows).toEqual([]);
  expect(plan.totals.records).toBe(5);
});

test('a corrected file is read as the sheet was, with only the changed cells', async () => {
  const phones = 'Name,Email,Home phone\nAnn,a@example.com,+1 555 0100\n"=1+1",bad,-5\nShort\n';
  const reading = readingOf(phones, edits([[3, 1, 'b@example.com']]));
  const { wrong } = await checked(reading);
  const text = await (await writeCorrected(await openCorrected(reading), wrong)).text();
  expect(text).toContain(`"'+1 555 0100"`);
  const again = await checked(readingOf(text));
  const plain = await checked(readingOf(phones.replace('bad', 'b@example.com')));
  expect(again.plan.batches).toEqual(plain.plan.batches);
  expect(again.plan.problems).toEqual(plain.plan.problems);
  expect(again.plan.totals.rows).toBe(3);
});

test('a group is corrected at once: the order of dates, or one value for another', async () => {
  const sheet =
    'Email,Last contact date\na@example.com,03/04/2026\nb@example.com,05/06/2026\nc@example.com,soon\n';
  const before = await checked(readingOf(sheet));
  expect(before.rows.length).toBe(3);
  const after = await checked(
    readingOf(
      sheet,
      edits(
        [],
        [
          { kind: 'dates', column: 1, order: 'mdy' },
          { kind: 'value', column: 1, from: 'soon', to: '' },
        ],
      ),
    ),
  );
  expect(after.rows).toEqual([]);
  expect(after.plan.firstRows.map(({ cells }) => cells[1])).toEqual(['2026-03-04', '2026-05-06', '']);
});

test('a file is understood by its first rows, and the proposal says whether names suffice', async () => {
  const reading = readingOf(example);
  const { schema, columns } = await understand(reading);
  expect(schema).toBe('client');
  expect(columns.every(({ field }) => field !== undefined)).toBe(true);
  expect((await proposedFor(reading.source, {})).proposed).toMatchObject({
    schema: 'client',
    direct: true,
    certain: true,
  });
});

test('rows that did not land are checked and sent alone, one below the other, and keep their numbers on the page', async () => {
  const reading = { ...readingOf(twins, edits([[3, 1, 'bob@example.com']])), only: new Set([6, 3]) };
  const { plan, wrong } = await checked(reading);
  expect([plan.totals.rows, plan.totals.failed]).toEqual([2, 1]);
  expect((await wrong.problemsOf([3, 6])).map(({ length }) => length)).toEqual([0, 1]);
  const blob = await writeCorrected(await openCorrected(reading), wrong, reading.only);
  const again = await checked(readingOf(await blob.text()));
  expect(again.plan.sheet.header).toEqual(['Name', 'Email']);
  expect(again.plan.firstRows).toEqual([
    { row: 2, cells: ['Bob', 'bob@example.com'] },
    { row: 3, cells: ['Eve', ''] },
  ]);
});

test('a corrected result sheet still leaves out the rows that landed (invariant 25)', async () => {
  const planned = { schema: 'client', lookup: 'email', records: [{ name: 'Ann', email: 'a@example.com' }] };
  const reference = referenceOf({ runId: 'run1', row: 2 }, planned);
  const result = [
    'Name,Email,Status,Reason,Record id,Reason code,Reference',
    `Ann,a@example.com,created,,1,,${reference}`,
    'Bob,bad,failed,no,,not_email,',
  ].join('\n');
  const reading = readingOf(result, edits([[3, 1, 'b@example.com']]));
  const { wrong, plan } = await checked(reading);
  expect(plan.totals).toMatchObject({ rows: 2, records: 1, landedAlready: 1 });
  const again = await checked(
    readingOf(await (await writeCorrected(await openCorrected(reading), wrong)).text()),
  );
  expect(again.plan.totals).toMatchObject({ rows: 2, records: 1, landedAlready: 1 });
});
