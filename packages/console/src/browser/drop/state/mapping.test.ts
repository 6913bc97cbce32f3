import { expect, test } from 'vitest';
import { newMapping } from './mapping.ts';

const known = {
  proposed: undefined,
  fileName: 'Some people.csv',
  header: ['E-mail', 'Fax', ''],
  schemas: [{ name: 'client', fields: ['name', 'email'] }],
};

test('where nothing is proposed, a new profile leaves out the columns that are not called like a field', () => {
  const { text, name } = newMapping({ ...known, place: undefined });
  expect([JSON.parse(text), name]).toEqual([
    { schema: 'client', lookup: 'email', ignore: ['Fax'] },
    'some-people',
  ]);
});

test('a saved profile is changed as it is', () => {
  const place = { kind: 'profile', name: 'people', text: '{"schema":"client"}', etag: 'e1' } as const;
  expect(newMapping({ ...known, place })).toMatchObject({
    text: place.text,
    name: 'people',
    etag: 'e1',
  });
});
