import { expect, test } from 'vitest';
import { checkNewRecord, checkRecord } from './check-record.ts';
import { importSchema } from './importable-schemas.ts';

const schemaNamed = (name: string) => {
  const schema = importSchema(name);
  if (schema === undefined) throw new Error(`no schema ${name}`);
  return schema;
};
const client = schemaNamed('client');

const right = {
  email: 'Zoe.O\u2019Neil@example.com',
  name: 'Zoë O’Neil',
  homePhone: '0151 234-5678',
  workPhone: '+44 (0)20 7946 0000 ext. 12',
  timezone: 'America/Argentina/Buenos_Aires',
  langCode: 'pt-BR',
  userType: 'client',
  isSuspended: false,
  lastContactDate: '2024-02-29',
  firstContactDate: '2024-02-29T10:00:00.5+02:00',
  roleIds: ['r1'],
  deleted: true,
};

test('a correct record has no problem, and null clears a field that is not required', () => {
  expect(checkRecord(client, { ...right, email: 'zoe@example.com' }, { lookup: 'email' })).toEqual([]);
  expect(checkRecord(client, { name: 'Zoë', email: null, roleIds: null, isSuspended: null })).toEqual([]);
});

test('a text may hold the tabs and line breaks of a cell', () => {
  expect(checkRecord(client, { name: 'Zoë\tO’Neil\r\nJr', homePhone: '0151\n0152' })).toEqual([]);
});

test.each([
  ['email', 'a@b', 'an e-mail address'],
  ['email', 'a b@example.com', 'an e-mail address'],
  ['email', 'a@b@example.com', 'an e-mail address'],
  ['email', 'a,b@example.com', 'an e-mail address'],
  ['email', '.a@example.com', 'an e-mail address'],
  ['email', 'a\u0000@example.com', 'an e-mail address'],
  ['email', 'a\u009b2J@example.com', 'an e-mail address'],
  ['email', 'ad\u200bmin@example.com', 'an e-mail address'],
  ['email', 'nimda\u202e@example.com', 'an e-mail address'],
  ['email', 'a@-example.com', 'an e-mail address'],
  ['homePhone', 1512345678, 'a phone number, as text'],
  ['homePhone', '0'.repeat(51), 'a phone number, as text'],
  ['timezone', 'Mars/Olympus', 'an IANA time zone'],
  ['timezone', '+01:00', 'an IANA time zone'],
  ['langCode', 'German', 'a language code'],
  ['userType', 'professional', 'client'],
  ['userType', null, 'client; it cannot be cleared'],
  ['isSuspended', 'yes', 'true or false'],
  ['lastContactDate', '31.01.2026', 'a date'],
  ['lastContactDate', '2023-02-29', 'a date'],
  ['lastContactDate', '2026-01-31T09:30:00', 'a date'],
  ['lastContactDate', '9999-12-31T23:59:59-14:00', 'a date'],
  ['lastContactDate', '0000-01-01T00:00:00+14:00', 'a date'],
  ['roleIds', 'r1', 'a list of'],
  ['roleIds', [7], 'a list of'],
  ['name', 'x'.repeat(201), 'a text of at most 200 characters'],
  ['name', 'a\u0000b', 'a text of at most 200 characters'],
  ['name', 'a\u0085b', 'without control characters other than tabs and line breaks'],
  ['homePhone', '0151\u0007', 'without control characters other than tabs and line breaks'],
  ['name', '\ud800', 'a text of at most 200 characters'],
  ['name', '  ', 'cannot be cleared'],
  ['name', null, 'cannot be cleared'],
  ['name', { first: 'Zoë' }, 'a text of at most 200 characters'],
  ['createdDate', '2026-01-01', 'the service sets it'],
  ['surname', 'x', 'a field of client, one of: id, name'],
])('%s refuses %j', (field, value, expected) => {
  const problems = checkRecord(client, { [field]: value });
  expect(problems).toEqual([{ field, expected: expect.stringContaining(expected) }]);
});

test('every problem of a record is named, and no value is shown (invariant 15)', () => {
  const problems = checkRecord(client, { email: 'secret', timezone: 'secret', secretField: 'secret' });
  expect(problems.map(({ field }) => field)).toEqual(['email', 'timezone', 'secretField']);
  expect(problems.map(({ expected }) => expected).join()).not.toContain('secret');
});

test('keys of the prototype are unknown fields and do no harm', () => {
  const record: Record<string, unknown> = JSON.parse(
    '{"__proto__":{"deleted":true},"constructor":{},"hasOwnProperty":1,"email":"a@b.de"}',
  );
  const problems = checkRecord(client, record, { lookup: 'email' });
  expect(problems.map(({ field }) => field)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
  expect({}).not.toHaveProperty('deleted');
});

test('the lookup needs a value, and `id` may only be the lookup', () => {
  for (const record of [{ name: 'Zoë' }, { name: 'Zoë', email: null }, { name: 'Zoë', email: ' ' }]) {
    expect(checkRecord(client, record, { lookup: 'email' })).toEqual([
      { field: 'email', expected: 'is blank, but it is needed to find the record' },
    ]);
  }
  expect(checkRecord(client, { email: 'bad' }, { lookup: 'email' })).toHaveLength(1);
  expect(checkRecord(client, { id: 'u1', name: 'Zoë' }, { lookup: 'id' })).toEqual([]);
  expect(checkRecord(client, { id: 'u1', name: 'Zoë' }, { lookup: 'name' })).toMatchObject([{ field: 'id' }]);
});

test('a site can add fields of its own', () => {
  const extra = { shoeSize: { type: 'integer' } } as const;
  expect(checkRecord(client, { shoeSize: 44 }, { extra })).toEqual([]);
  expect(checkRecord(client, { shoeSize: 'large' }, { extra })).toMatchObject([
    { expected: 'a whole number' },
  ]);
});

test('a new record needs its required fields', () => {
  expect(checkNewRecord(client, { email: 'a@b.de' })).toEqual([
    { field: 'name', expected: expect.stringMatching(/^is blank\. A new client needs a text of at most/u) },
  ]);
  expect(checkNewRecord(client, { name: 'Zoë' })).toEqual([]);
  expect(checkNewRecord(schemaNamed('issue'), { identifier: 'I-1', title: '' })).toMatchObject([
    { field: 'title' },
  ]);
});
