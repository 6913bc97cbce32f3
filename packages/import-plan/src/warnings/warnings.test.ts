import { describe, expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';

const warningsOf = async (rows: readonly string[], profile = {}) =>
  (
    await planText(['Name,E-mail,Home phone,Cell phone', ...rows].join('\n'), {
      settings: settingsOf(profile),
    })
  ).totals.warnings;

describe('a plan warns of', () => {
  test('a name under two e-mails, in any case and spacing', async () => {
    const rows = ['Ann Lee,a@example.com,,', 'Bob,b@example.com,,', 'ANN  LEE,c@example.com,,', 'Bob,,,'];
    const byName = await warningsOf(rows.slice(0, 3));
    expect(byName).toEqual([
      {
        kind: 'sameName',
        rows: 2,
        text: '2 rows have the name of another row under another e-mail, such as row 4: a person may be in the sheet twice.',
      },
    ]);
  });

  test('a phone number of five rows, however it is written', async () => {
    const phones = [
      '031 555 01 02',
      '(031) 5550102',
      '031-555-0102',
      '0315550102',
      '031.555.0102',
      '0315550103',
    ];
    const rows = phones.map((phone, at) => `P${at},p${at}@example.com,${phone},${phone}`);
    expect(await warningsOf(rows.filter((_, at) => at !== 1))).toEqual([]);
    expect(await warningsOf(rows)).toEqual([
      {
        kind: 'sharedPhone',
        rows: 5,
        text: '5 rows have a phone number that 5 or more rows have, such as row 6: it may be a placeholder.',
      },
    ]);
  });

  test('no phone number of few rows, although each of them has it twice', async () => {
    const contact = (n: number) => ({
      columns: { [`Name ${n}`]: 'name', [`Mail ${n}`]: 'email', [`Phone ${n}`]: 'homePhone' },
    });
    const settings = settingsOf({ records: [contact(1), contact(2)] });
    const rows = [0, 1, 2].map(
      (at) => `A${at},a${at}@example.com,0315550102,B${at},b${at}@example.com,0315550102`,
    );
    const text = ['Name 1,Mail 1,Phone 1,Name 2,Mail 2,Phone 2', ...rows].join('\n');
    const { totals, records } = await planText(text, { settings });
    expect([records.length, totals.warnings]).toEqual([6, []]);
  });

  test('nothing in twins, blanks, placeholders without a digit, wrong rows and constants', async () => {
    const twins = ['Ann,a@example.com,,', 'Ann,a@example.com,,', 'Ann,not an address,,'];
    const blanks = Array.from({ length: 6 }, (_, at) => `P${at},p${at}@example.com,-,n/a`);
    expect(await warningsOf([...blanks, ...twins], { invalidRows: 'skip' })).toEqual([]);
    const text = ['Name,E-mail', ...blanks.map((row) => row.split(',').slice(0, 2).join())].join('\n');
    const settings = settingsOf({ constants: { workPhone: '031 555 01 02' } });
    expect((await planText(text, { settings })).totals.warnings).toEqual([]);
  });
});

test('a long sheet is sampled: what many rows share is counted about right, and always the same', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => {
    const phone = at % 10 === 0 ? '000 000 000' : String(1_000_000 + at);
    return `${at % 7 === 0 ? 'Test' : `P${at}`},p${at}@example.com,${phone},`;
  });
  const warnings = await warningsOf(rows);
  expect(await warningsOf(rows)).toEqual(warnings);
  expect(warnings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^About 4,\d{3} rows have the name .* such as rows 9, 16 and 23:/u),
    expect.stringMatching(/^About [23],\d{3} rows have a phone number/u),
  ]);
});
