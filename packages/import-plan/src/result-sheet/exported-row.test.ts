import { importSchema } from '@sluice/contract';
import { expect, it } from 'vitest';
import { changedSince } from '../export/changed-since.ts';
import { exportedRows, exportReferences } from './exported-row.ts';

const [client, issue] = ['client', 'issue'].map((name) => importSchema(name));
if (client === undefined || issue === undefined) throw new Error('these are schemas');
const source = { id: 'e1', target: 'https://service.test/' };

const values = [
  ['email', 'ann@example.com'],
  ['name', 'Ann'],
  ['isSuspended', null],
  ['lastContactDate', '2026-01-05T00:00:00.000Z'],
  ['cellPhone', null],
] as const;
const reference = exportReferences(source, client)(values);

it('a reference of an export is a text for every spreadsheet program', () => {
  expect(reference).toMatch(/^exp-[0-9a-z]+-[0-9a-f]{8}-[\w-]{35}$/u);
});

it('a value that is stored as the exported one is no edit, and any other is', () => {
  const row = exportedRows(client)(reference);
  const same = {
    email: ' ann@example.com',
    name: 'Ann ',
    isSuspended: false,
    lastContactDate: '2026-01-05',
    cellPhone: '',
  };
  for (const [field, value] of Object.entries(same))
    expect([field, row?.had(field, value)]).toEqual([field, true]);
  const others = {
    email: 'Ann',
    name: null,
    isSuspended: true,
    lastContactDate: 'soon',
    cellPhone: 'Ann',
    homePhone: null,
  };
  for (const [field, value] of Object.entries(others))
    expect([field, row?.had(field, value)]).toEqual([field, false]);
});

it('a reference is of one system, one export and one schema', () => {
  const row = exportedRows(client)(reference);
  expect([row?.exportId, row?.isOf('https://service.test'), row?.isOf('https://other.test')]).toEqual([
    'e1',
    true,
    false,
  ]);
  expect(exportedRows(issue)(reference)?.had('name', 'Ann')).toBe(false);
  const other = exportedRows(client)(reference.replace('exp-e1-', 'exp-e2-'));
  expect(other?.had('name', 'Ann')).toBe(false);
  for (const text of [
    '',
    'exp-',
    reference.slice(1),
    reference.slice(0, -1),
    `${reference} `,
    'ref-run1-2-0123456789abcdef',
  ])
    expect(exportedRows(client)(text)).toBeUndefined();
});

it("a field of the site's own is compared by the text that the service answers", () => {
  const texts = [
    ['Shoe size', '44.5'],
    ['Paid', 'false'],
    ['Since', '2026-01-31'],
    ['Colour', undefined],
  ] as const;
  const row = exportedRows(issue)(exportReferences(source, issue)(texts));
  const stored = { 'Shoe size': 44.5, Paid: null, Since: '2026-01-31T00:00:00.000Z', Colour: null };
  for (const [field, value] of Object.entries(stored))
    expect([field, row?.had(field, value)]).toEqual([field, true]);
  for (const [field, value] of Object.entries({
    'Shoe size': 44,
    Paid: true,
    Since: '2026-02-01',
    Colour: 'red',
  }))
    expect([field, row?.had(field, value)]).toEqual([field, false]);
});

it.each([
  ['a value that nobody else changed', 'updated', { name: ['Ann', 'Anna'] }, []],
  ['a value that somebody else changed', 'updated', { name: ['Anne', 'Anna'] }, ['name']],
  ['a record that is gone', 'created', undefined, ['email']],
  [
    'a deletion of what was exported, and of what the sheet does not have',
    'deleted',
    { name: ['Ann', null], workPhone: ['1', null] },
    [],
  ],
  [
    'a deletion of a value that was blank in the sheet',
    'deleted',
    { name: ['Ann', null], cellPhone: ['030 9', null] },
    ['cellPhone'],
  ],
  ['a deletion of a value that the row has too', 'deleted', { name: ['Anna', null] }, []],
  ['a service without diffs', 'updated', undefined, []],
] as const)('of %s the changes by others are found', (_, outcome, diff, fields) => {
  const record = { email: 'ann@example.com', name: 'Anna' };
  const found = changedSince({ reference, record, outcome, diff }, { schema: client, lookup: 'email' });
  expect(found.map(({ field }) => field)).toEqual(fields);
});
