import { expect, test } from 'vitest';
import { checkNewRecord, checkRecord } from './check-record.ts';
import { importSchema } from './importable-schemas.ts';
import { codeOf } from '../reasons/reason.ts';
import type { ReasonCode } from '../reasons/reason-texts.ts';

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

test.each<[string, unknown, ReasonCode]>([
  ['email', 'a@b', 'not_email'],
  ['email', 'a b@example.com', 'not_email'],
  ['email', 'a@b@example.com', 'not_email'],
  ['email', 'a,b@example.com', 'not_email'],
  ['email', '.a@example.com', 'not_email'],
  ['email', 'a\u0000@example.com', 'not_email'],
  ['email', 'a\u009b2J@example.com', 'not_email'],
  ['email', 'ad\u200bmin@example.com', 'not_email'],
  ['email', 'nimda\u202e@example.com', 'not_email'],
  ['email', 'a@-example.com', 'not_email'],
  ['homePhone', 1512345678, 'not_text'],
  ['homePhone', '0'.repeat(51), 'too_long'],
  ['timezone', 'Mars/Olympus', 'not_timezone'],
  ['timezone', '+01:00', 'not_timezone'],
  ['langCode', 'German', 'not_language'],
  ['userType', 'professional', 'not_allowed'],
  ['userType', null, 'not_clearable'],
  ['isSuspended', 'yes', 'not_boolean'],
  ['lastContactDate', '31.01.2026', 'not_date'],
  ['lastContactDate', '2023-02-29', 'not_date'],
  ['lastContactDate', '2026-01-31T09:30:00', 'not_date'],
  ['lastContactDate', '9999-12-31T23:59:59-14:00', 'not_date'],
  ['lastContactDate', '0000-01-01T00:00:00+14:00', 'not_date'],
  ['roleIds', 'r1', 'not_list'],
  ['roleIds', [7], 'not_list'],
  ['roleIds', ['x'.repeat(201)], 'wrong_entry'],
  ['roleIds', Array.from({ length: 1001 }, String), 'too_many_entries'],
  ['name', 'x'.repeat(201), 'too_long'],
  ['name', 'a\u0000b', 'control_characters'],
  ['name', 'a\u0085b', 'control_characters'],
  ['homePhone', '0151\u0007', 'control_characters'],
  ['name', '\ud800', 'control_characters'],
  ['name', '  ', 'not_clearable'],
  ['name', null, 'not_clearable'],
  ['name', { first: 'Zoë' }, 'not_text'],
  ['createdDate', '2026-01-01', 'set_by_service'],
  ['surname', 'x', 'unknown_field'],
])('%s refuses %j: %s', (field, value, code) => {
  const problems = checkRecord(client, { [field]: value });
  expect(problems).toEqual([{ field, code, says: expect.any(String) }]);
  expect(codeOf(problems[0]?.says ?? '')).toBe(code);
});

test('every problem of a record is named, and no value is shown (invariant 15)', () => {
  const problems = checkRecord(client, { email: 'secret', timezone: 'secret', secretField: 'secret' });
  expect(problems.map(({ field }) => field)).toEqual(['email', 'timezone', 'secretField']);
  expect(problems.map(({ says }) => says).join()).not.toContain('secret');
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
      { field: 'email', code: 'lookup_blank', says: 'is blank. It is needed to find the record.' },
    ]);
  }
  expect(checkRecord(client, { email: 'bad' }, { lookup: 'email' })).toHaveLength(1);
  expect(checkRecord(client, { id: 'u1', name: 'Zoë' }, { lookup: 'id' })).toEqual([]);
  expect(checkRecord(client, { id: 'u1', name: 'Zoë' }, { lookup: 'name' })).toMatchObject([{ field: 'id' }]);
});

test('a site can add fields of its own', () => {
  const extra = { shoeSize: { type: 'integer' } } as const;
  expect(checkRecord(client, { shoeSize: 44 }, { extra })).toEqual([]);
  expect(checkRecord(client, { shoeSize: 'large' }, { extra })).toMatchObject([{ code: 'not_whole_number' }]);
});

test('a new record needs its required fields', () => {
  expect(checkNewRecord(client, { email: 'a@b.de' })).toEqual([
    { field: 'name', code: 'required_blank', says: 'is blank. A new client needs one.' },
  ]);
  expect(checkNewRecord(client, { name: 'Zoë' })).toEqual([]);
  expect(checkNewRecord(schemaNamed('issue'), { identifier: 'I-1', title: '' })).toMatchObject([
    { field: 'title' },
  ]);
});
