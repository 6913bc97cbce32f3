import { expect, it } from 'vitest';
import { fingerprintOf } from './settings-fingerprint.ts';
import { settingsOf } from '../testing/plans.ts';

const columns = { Mail: 'email', Mobile: 'cellPhone' };

it('is the same for settings that make the same records', () => {
  const one = fingerprintOf(settingsOf({ columns }));
  const reversed = Object.fromEntries(Object.entries(columns).toReversed());
  expect(fingerprintOf(settingsOf({ columns: reversed }))).toBe(one);
  expect(fingerprintOf(settingsOf({ columns, optional: ['Mobile'] }))).toBe(one);
  const rows = { only: { Status: ['b', 'a'], Kind: 'x' } };
  const same = { only: { Kind: ['x'], Status: ['a', 'b'] } };
  expect(fingerprintOf(settingsOf({ rows: same }))).toBe(fingerprintOf(settingsOf({ rows })));
  expect(fingerprintOf(settingsOf({ columns, emails: ['a@example.com'], batchSize: 7 }))).toBe(one);
});

it('differs for settings that make other records', () => {
  const all = [
    {},
    { lookup: 'username' },
    { columns },
    { ignore: ['Name'] },
    { records: [{ columns: { A: 'email' } }, { columns: { B: 'email' } }] },
    { records: [{ columns: { B: 'email' } }, { columns: { A: 'email' } }] },
    { rows: { only: { Status: ['a', 'b'] } } },
    { rows: { only: { Status: ['a'] } } },
    { rows: { except: { Status: ['a'] } } },
    { rows: { when: 'row["A"] == "a"' } },
    { compute: { name: 'row["A"]' } },
    { compute: { name: 'row["B"]' } },
    { join: { name: ['First', 'Last'] } },
    { join: { name: ['Last', 'First'] } },
    { join: { name: { columns: ['Last', 'First'], with: ', ' } } },
    { columns: { Mail: ['email', 'name'] } },
    { transforms: { name: ['trim', 'title'] } },
    { transforms: { name: ['title', 'trim'] } },
    { constants: { langCode: 'de' } },
    { blanks: { cellPhone: 'clear' } },
    { reading: { delimiter: ';' } },
    { timeZone: 'Europe/Berlin' },
    { unknownColumns: 'ignore' },
    { invalidRows: 'skip' },
    { ifChangedSince: 'skip' },
  ].map((profile) => fingerprintOf(settingsOf(profile)));
  expect(new Set(all).size).toBe(all.length);
});
