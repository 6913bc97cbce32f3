import { expect, it } from 'vitest';
import { parameterFor, parsed } from './partiql.ts';

it.each([
  [`INSERT INTO "T" VALUE {'pk': ?, 'by-name': ?}`, 'INSERT', undefined, ['pk', 'by-name']],
  [
    'UPDATE "T" SET "a" = ?, "n" = "n" + ? WHERE "pk" = ? AND "version" >= ?',
    'UPDATE',
    undefined,
    ['a', undefined, 'pk'],
  ],
  ['select * from "T"."byName" where "name"=?', 'SELECT', 'byName', ['name']],
  ['DELETE FROM "T" WHERE pk = ?', 'DELETE', undefined, ['pk']],
])('%s names the attribute of each parameter', (text, verb, index, attributes) => {
  const statement = parsed(text);
  expect(statement).toMatchObject({ verb, table: 'T', index });
  expect(statement.attributes.slice(0, attributes.length)).toEqual(attributes);
});

it('the parameter of an attribute is found by its place in the text', () => {
  const Statement = 'UPDATE "T" SET "a" = ? WHERE "pk" = ?';
  expect(parameterFor('pk', { Statement, Parameters: [{ N: '1' }, { S: 'p' }] })).toEqual({ S: 'p' });
  expect(parameterFor('b', { Statement, Parameters: [{ N: '1' }, { S: 'p' }] })).toBeUndefined();
});

it('a text that is no statement is refused with it', () => {
  expect(() => parsed('EXPLAIN x')).toThrow('This statement is not understood here: EXPLAIN x');
});
