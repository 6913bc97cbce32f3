import { expect, it } from 'vitest';
import { fingerprintOf } from './settings-fingerprint.ts';
import { settingsOf } from '../testing/plans.ts';

const columns = { Mail: 'email', Mobile: 'cellPhone' };

it('is the same for settings that make the same records', () => {
  const one = fingerprintOf(settingsOf({ columns }));
  const reversed = Object.fromEntries(Object.entries(columns).toReversed());
  expect(fingerprintOf(settingsOf({ columns: reversed }))).toBe(one);
  expect(fingerprintOf(settingsOf({ columns, optional: ['Mobile'] }))).toBe(one);
  expect(fingerprintOf(settingsOf({ columns, emails: ['a@example.com'], batchSize: 7 }))).toBe(one);
});

it('differs for settings that make other records', () => {
  const all = [
    {},
    { lookup: 'username' },
    { columns },
    { ignore: ['Name'] },
    { join: { name: ['First', 'Last'] } },
    { join: { name: ['Last', 'First'] } },
    { join: { name: { columns: ['Last', 'First'], with: ', ' } } },
    { constants: { langCode: 'de' } },
    { blanks: { cellPhone: 'clear' } },
    { reading: { delimiter: ';' } },
    { timeZone: 'Europe/Berlin' },
    { unknownColumns: 'ignore' },
    { invalidRows: 'skip' },
  ].map((profile) => fingerprintOf(settingsOf(profile)));
  expect(new Set(all).size).toBe(all.length);
});
