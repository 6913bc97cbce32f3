import { expect, test } from 'vitest';
import { fieldNamed, importSchema, importableSchemas, lookupNamed } from './importable-schemas.ts';

const named = (name: string) => {
  const schema = importSchema(name);
  if (schema === undefined) throw new Error(`no schema ${name}`);
  return schema;
};

test('each schema has its collection and its lookups', () => {
  const table = [...importableSchemas, named('ListItem.Counties')].map(
    ({ name, collection, lookups, required }) =>
      `${name}: ${collection}; ${lookups.join(', ')}; needs ${required.join(', ')}`,
  );
  expect(table).toEqual([
    'client: user; id, name, email, username; needs name',
    'professional: user; id, name, email, username; needs name',
    'list: list; id, name; needs name',
    'interestAccount: interestAccount; id, name, ownerNumber, email; needs name',
    'issue: issue; id, identifier, title; needs title',
    'role: role; id, name; needs name',
    'ListItem.Counties: listItem; id, title, code; needs title',
  ]);
});

test('an owner account is an interest account', () => {
  expect(importSchema('Owner Account')).toBe(importSchema('interestAccount'));
});

test('list items name their list, as it was written', () => {
  expect(named(' listitem . US Counties ')).toMatchObject({
    name: 'ListItem.US Counties',
    listName: 'US Counties',
  });
  expect(named('ListItem.a.b').listName).toBe('a.b');
  for (const name of ['ListItem', 'ListItem.', 'ListItem. ']) expect(importSchema(name)).toBeUndefined();
});

test('names from the prototype are no schemas, lookups or fields', () => {
  for (const name of ['__proto__', 'constructor', 'toString', '', 'document']) {
    expect(importSchema(name)).toBeUndefined();
    expect(fieldNamed(named('client'), name)).toBeUndefined();
    expect(lookupNamed(named('client'), name)).toBeUndefined();
  }
});

test('headers are found in any spelling, and a lookup must be a lookup field', () => {
  expect(fieldNamed(named('client'), 'E-Mail')).toBe('email');
  expect(fieldNamed(named('client'), 'Ｃell_Phone')).toBe('cellPhone');
  expect(lookupNamed(named('client'), 'E Mail')).toBe('email');
  expect(lookupNamed(named('client'), 'timezone')).toBeUndefined();
});

test('every record can be deleted, and nothing that the service sets can be written', () => {
  for (const schema of importableSchemas) {
    expect(schema.fields).toHaveProperty('deleted');
    expect(schema.fields).not.toHaveProperty('updatedDate');
    expect(schema.setByService).toContain('updatedDate');
  }
});
