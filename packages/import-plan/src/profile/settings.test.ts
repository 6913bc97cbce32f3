import { describe, expect, test } from 'vitest';
import { parseProfile } from './profile.ts';
import { resolveSettings, type Resolved } from './settings.ts';

const direct = (schema: string, lookup: string) =>
  resolveSettings({ kind: 'direct', schema, lookup, fileName: 'x.csv' });

function withProfile(profile: object): Resolved {
  const read = parseProfile('county', JSON.stringify({ schema: 'client', lookup: 'email', ...profile }));
  if (read.kind === 'refused') return read;
  return resolveSettings({ kind: 'profile', profile: 'county', fileName: 'x.csv' }, read.profile);
}

describe('two folders', () => {
  test('are schema and lookup in any case, with everything else by default', () => {
    expect(direct('Client', 'E-Mail')).toMatchObject({
      kind: 'settings',
      settings: {
        schema: { name: 'client' },
        lookup: 'email',
        unknownColumns: 'stop',
        invalidRows: 'stop',
        batchRecords: undefined,
        batchBytes: 1_048_576,
      },
    });
    expect(direct('owner account', 'owner number')).toMatchObject({
      settings: { schema: { name: 'interestAccount' }, lookup: 'ownerNumber' },
    });
  });

  test('an unknown lookup is refused with those of the schema', () => {
    expect(direct('role', 'email')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('id, name'),
    });
    expect(direct('constructor', 'id')).toMatchObject({ kind: 'refused' });
  });
});

describe('a profile', () => {
  test('states what the sheet does not show', () => {
    const resolved = withProfile({
      columns: { Mobile: 'cellPhone' },
      constants: { Timezone: 'UTC' },
      blanks: { Mobile: 'clear', homePhone: 'keep' },
      batchSize: 100,
      emails: ['ops@example.org'],
    });
    expect(resolved).toMatchObject({
      settings: {
        profile: 'county',
        columns: new Map([['mobile', ['cellPhone']]]),
        constants: { timezone: 'UTC' },
        cleared: new Set(['cellPhone']),
        batchRecords: 100,
        emails: ['ops@example.org'],
      },
    });
  });

  test.each([
    [{ columns: { Mobile: 'celPhone' } }, 'cellPhone'],
    [{ columns: { x: '__proto__' } }, '__proto__'],
    [{ columns: { Mobile: 'cellPhone', mobile: 'homePhone' } }, 'columns and join names mobile twice'],
    [{ columns: { Contact: ['name', 'Name'] } }, 'columns.Contact names Name twice'],
    [{ join: { nmae: ['First', 'Last'] } }, 'join names nmae, which is no field (near: name)'],
    [{ join: { name: ['First', 'first'] } }, 'columns and join names first twice'],
    [{ join: { name: ['First'] } }, 'join.name'],
    [{ optional: ['Fax'] }, 'optional names Fax, which is neither in columns nor in join'],
    [{ columns: { Fax: 'homePhone' }, ignore: ['fax'] }, 'ignore names fax, which is mapped too'],
    [{ constants: { langCode: 'de', 'lang code': 'en' } }, 'constants names lang code twice'],
    [{ constants: { isSuspended: 'maybe' } }, 'constants.isSuspended is neither true nor false'],
    [{ constants: { email: 'a@example.com' } }, 'the lookup'],
    [{ blanks: { email: 'clear' } }, 'email'],
    [{ blanks: { name: 'clear' } }, 'cannot be without'],
    [{ schema: 'clients' }, 'There is no schema "clients"'],
    [{ approval: 'yes' }, 'approval'],
    [{ guardRails: { mostDeleted: 'few' } }, 'guardRails.mostDeleted: expected a number such as 50'],
    [{ guardRails: { mostDeleted: '101 %' } }, 'a share such as "5 %"'],
    [{ guardRails: { mostCreated: 1 } }, 'mostCreated'],
    [{ batchSize: 10_001 }, '10000'],
    [{ emails: ['nobody'] }, 'entry 1 of emails'],
  ])('%j is refused with what is wrong', (profile, reason) => {
    expect(withProfile(profile)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) });
  });

  test('is refused if it does not exist, is no JSON, has a name twice, or has the name of a schema', () => {
    const place = { kind: 'profile', profile: 'county', fileName: 'x.csv' } as const;
    expect(resolveSettings(place)).toMatchObject({
      reason: expect.stringContaining('inbox/<schema>/<lookup>'),
    });
    expect(parseProfile('county', '{')).toMatchObject({ reason: expect.stringContaining('not JSON') });
    const twice = '{ "schema": "client", "constants": { "langCode": "de", "lang\\u0043ode": "en" } }';
    expect(parseProfile('county', twice)).toMatchObject({
      reason: expect.stringContaining('"langCode" twice'),
    });
    for (const setting of ['columns', 'constants', 'blanks']) {
      const text = `{ "schema": "client", "lookup": "email", "${setting}": { "__proto__": "keep" } }`;
      expect(parseProfile('county', text)).toMatchObject({ reason: expect.stringContaining('__proto__') });
    }
    expect(parseProfile('Client', '{}')).toMatchObject({
      reason: expect.stringContaining('name of a schema'),
    });
  });
});

test.each([
  [{ widths: [0] }, 'entry 1 of reading.widths'],
  [{ widths: [3], delimiter: ',' }, 'cannot be with delimiter'],
  [{ widths: [3], columns: ['a', 'b'] }, 'widths has 1 entry, columns has 2'],
  [{ positions: [{ start: 1, end: 3 }], columns: ['a', 'b'] }, 'positions has 1 entry, columns has 2'],
  [{ positions: [{ start: 1, end: 3 }], widths: [3] }, 'cannot be with widths'],
  [{ positions: [{ name: 'a', start: 1, end: 3 }], headerRow: 1 }, 'is for text without a header'],
  [{ positions: [{ start: 1 }] }, 'entry 1 of reading.positions: write length or end'],
  [{ positions: [{ start: 1, length: 2, end: 2 }] }, 'entry 1 of reading.positions: write length or end'],
  [{ positions: [{ start: 4, end: 3 }] }, 'entry 1 of reading.positions: it ends before it starts'],
  [{ positions: [{ start: 0, end: 3 }] }, 'start of entry 1 of reading.positions: expected at least 1'],
  [{ positions: [{ begin: 1, end: 3 }] }, 'entry 1 of reading.positions takes name, start, length and end'],
  [
    {
      positions: [
        { name: 'a', start: 1, length: 3 },
        { start: 5, end: 6 },
      ],
    },
    'reading.positions: write the name of each column',
  ],
  [
    {
      positions: [
        { start: 1, length: 3 },
        { start: 3, end: 6 },
      ],
    },
    'reading.positions: entry 2 starts at 3, but entry 1 ends at 3',
  ],
])('the reading %j is refused when the profile is saved', (reading, reason) => {
  const text = JSON.stringify({ schema: 'client', lookup: 'email', reading });
  expect(parseProfile('fixed', text)).toMatchObject({ reason: expect.stringContaining(reason) });
});
