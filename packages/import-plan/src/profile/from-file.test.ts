import { expect, test } from 'vitest';
import { fingerprintOf } from './settings-fingerprint.ts';
import { resolveSettings } from './settings.ts';
import { readInboxKey } from './inbox-key.ts';
import { profileSchema } from './profile.ts';
import { settingsOfProfile } from './read-profile.ts';
import { loadLibraries } from '../transforms/libraries.ts';
import { planText } from '../testing/plans.ts';

const owners = {
  schema: 'interestAccount',
  lookup: 'ownerNumber',
  fromFile: { 'customFields.County': 'folder', 'customFields.As of': 'name' },
  transforms: { 'customFields.As of': [{ part: '\\d{4}-\\d\\d-\\d\\d' }] },
};
await loadLibraries([{ part: '.' }]);

const dropped = (key: string, profile: object = owners) =>
  resolveSettings(readInboxKey(`inbox/owners/${key}`), profileSchema.parse(profile));

function settingsOf(key: string) {
  const resolved = dropped(key);
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  return resolved.settings;
}

test('every record gets the folder and the name of the file, by the steps of their fields', async () => {
  const settings = settingsOf('2026/Bexar/accounts 2026-03-31.csv.gz');
  const { records } = await planText('Owner number,Name\n1,Ada\n2,Ben\n', { settings });
  const given = { County: 'Bexar', 'As of': '2026-03-31' };
  expect(records).toEqual([
    [2, { ownerNumber: '1', name: 'Ada', ...given }],
    [3, { ownerNumber: '2', name: 'Ben', ...given }],
  ]);
});

test('the same sheet under a name that gives other records is another import', () => {
  const keys = [
    'Bexar/2026-03-31.csv',
    'Bexar/a 2026-03-31.xlsx',
    'Travis/2026-03-31.csv',
    'Bexar/2026-03-30.csv',
  ];
  const [one, same, ...others] = keys.map((key) => fingerprintOf(settingsOf(key)));
  expect(same).toBe(one);
  expect(new Set([one, ...others]).size).toBe(3);
});

test.each([
  [
    '2026-03-31.csv',
    'The folder of the file is blank. A new interest account needs one. The profile sets County from it.',
  ],
  ['Bexar/march.csv', 'The name of the file `march` does not match the pattern'],
])('%s is refused, since it gives no value', (key, reason) => {
  expect(dropped(key)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) });
});

test.each(['May v1.2.csv', 'May v1.2.XLSX', 'May v1.2.csv.gz', 'May v1.2.result.csv'])(
  'the name of %s is May v1.2',
  (key) => {
    const profile = { ...owners, fromFile: { name: 'name' }, transforms: {} };
    expect(dropped(key, profile)).toMatchObject({ settings: { constants: { name: 'May v1.2' } } });
  },
);

test('a value must fit its field', () => {
  const profile = { schema: 'client', lookup: 'email', fromFile: { langCode: 'folder' } };
  expect(dropped('de/x.csv', profile)).toMatchObject({ settings: { constants: { langCode: 'de' } } });
  expect(dropped('German/x.csv', profile)).toMatchObject({
    reason: expect.stringContaining('The folder of the file `German` is not a language code.'),
  });
});

test.each([
  [{ fromFile: { nmae: 'name' } }, 'fromFile names nmae, which is no field'],
  [{ fromFile: { ownerNumber: 'name' } }, 'fromFile sets ownerNumber, the lookup'],
  [{ fromFile: { name: 'name' }, constants: { name: 'x' } }, 'fromFile and constants both set name'],
  [{ fromFile: { name: 'path' } }, 'fromFile.name'],
])('%j is refused when it is saved', async (profile, reason) => {
  const text = JSON.stringify({ schema: 'interestAccount', lookup: 'ownerNumber', ...profile });
  expect(await settingsOfProfile('owners', text)).toMatchObject({ reason: expect.stringContaining(reason) });
});
