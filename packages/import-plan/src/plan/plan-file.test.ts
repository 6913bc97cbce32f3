import { memorySource, openSheet } from '@sluice/sheets';
import { expect, test } from 'vitest';
import { planFile } from './plan-file.ts';
import type { Settings } from '../profile/settings.ts';
import { settingsOf } from '../testing/plans.ts';

const plan = (text: string, options: { records?: number; settings?: Settings } = {}) =>
  planFile({ open: () => openSheet(memorySource(Buffer.from(text))), settings: settingsOf(), ...options });

test('the plan of a file shows how it was read, the field of each column, and what would be sent', async () => {
  const made = await plan('Name;E-mail\nAnn;ann@example.com\nBob;bob@example.com\nBob;bob@example.com\n');
  expect(JSON.parse(JSON.stringify(made))).toMatchObject({
    schema: 'client',
    lookup: 'email',
    sheet: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      headerRow: 1,
      header: ['Name', 'E-mail'],
      notes: [],
    },
    columns: [
      { header: 'Name', field: 'name', type: 'text' },
      { header: 'E-mail', field: 'email', type: 'email' },
    ],
    firstRows: [
      { row: 2, cells: ['Ann', 'ann@example.com'] },
      { row: 3, cells: ['Bob', 'bob@example.com'] },
      { row: 4, cells: ['Bob', 'bob@example.com'] },
    ],
    problems: [],
    skipped: [{ row: 4, twinOf: 3 }],
    batches: [{ number: 1, records: 2, firstRow: 2, lastRow: 3 }],
    totals: { rows: 3, records: 2, failed: 0, skipped: 1, batches: 1 },
  });
});

test('shows what each record of a row has a column for, and the guard rails of the profile', async () => {
  const settings = settingsOf({
    guardRails: { mostDeleted: 0 },
    records: [
      { columns: { 'E-mail': 'email', Flag: 'homePhone' } },
      { columns: { 'E-mail 2': 'email', Flag: 'deleted' } },
      { columns: { 'E-mail 3': 'email', Flag: 'homePhone' } },
    ],
  });
  const one = (n: number) => `a${n}@example.com,b${n}@example.com,c${n}@example.com,1`;
  const made = await plan(`E-mail,E-mail 2,E-mail 3,Flag\n${one(1)}\n`, { settings });
  expect(made.columns.map(({ header, field, record }) => [header, field, record])).toEqual([
    ['E-mail', 'email', 1],
    ['E-mail 2', 'email', 2],
    ['E-mail 3', 'email', 3],
    ['Flag', 'homePhone', 1],
    ['Flag', 'homePhone', 3],
    ['Flag', 'deleted', 2],
  ]);
  expect(made.guardRails).toEqual({ mostDeleted: 0 });
});

test('shows the cells of transformed columns before and after, just as they are sent', async () => {
  const settings = settingsOf({
    columns: { Kontakt: ['name', 'email'] },
    transforms: { email: ['email'], name: [{ before: ' <' }] },
  });
  const sheet = 'Kontakt\nAda <ada@example.com>\nBen\nCy <cy@example.com>\n';
  const made = await plan(sheet, { settings, records: 2 });
  expect(made.transforms).toEqual([
    {
      header: 'Kontakt',
      field: 'name',
      rows: [
        { row: 2, before: 'Ada <ada@example.com>', after: 'Ada' },
        { row: 3, before: 'Ben', after: 'Ben' },
      ],
    },
    {
      header: 'Kontakt',
      field: 'email',
      rows: [
        { row: 2, before: 'Ada <ada@example.com>', after: 'ada@example.com' },
        { row: 3, before: 'Ben', reason: made.problems[0]?.reason },
      ],
    },
  ]);
  expect(made.records?.[0]).toEqual({ row: 2, fields: { name: 'Ada', email: 'ada@example.com' } });
  expect(await plan(sheet, { settings })).not.toHaveProperty('transforms');
});

test('nothing would be sent if a row fails, and problems are in the order of rows', async () => {
  const made = await plan('Name,E-mail\nAnn,ann@example.com\nBob,nobody\nAnna,ann@example.com\n');
  expect(made.problems.map(({ row }) => row)).toEqual([2, 3, 4]);
  expect(made).toMatchObject({ batches: [], totals: { rows: 3, failed: 3, batches: 0 }, moreProblems: 0 });
});

test('more problems than are shown are counted', async () => {
  const made = await plan(`E-mail\n${'nobody\n'.repeat(1500)}`);
  expect(made.problems).toHaveLength(1000);
  expect(made).toMatchObject({ moreProblems: 500, totals: { failed: 1500 } });
});

test('a row that turns out wrong after it is in a batch is not among the records', async () => {
  const made = await plan('Name,E-mail\nAnn,a@example.com\nBob,b@example.com\nAmy,a@example.com\n', {
    records: 9,
  });
  expect(made.problems.map(({ row }) => row)).toEqual([2, 4]);
  expect(made.records?.map(({ row }) => row)).toEqual([3]);
});
