import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';

const sheetOf = (...dates: string[]) =>
  ['E-mail,Last contact date', ...dates.map((date, at) => `p${at}@example.com,"${date}"`)].join('\n');

async function read(dates: readonly string[], profile = {}) {
  const plan = await planText(sheetOf(...dates), { settings: settingsOf(profile) });
  const days = plan.records.map(([, record]) => Object.entries(record as object).at(1)?.[1]);
  return { days, problems: plan.problems, opened: plan.opened };
}

describe('the dates of a column', () => {
  test('are read in the order that any of the rows shows', async () => {
    expect(await read(['01/02/2026', '2026-03-04', '', '31/12/2026'])).toEqual({
      days: ['2026-02-01', '2026-03-04', undefined, '2026-12-31'],
      problems: [],
      opened: 3,
    });
    expect((await read(['1/2/2026', '12/31/2026'])).days).toEqual(['2026-01-02', '2026-12-31']);
  });

  test('need no second reading if each is clear by itself', async () => {
    expect(await read(['2026-01-02', '2026/3/4', '7.7.2026', '2026-01-02T10:00:00Z'])).toMatchObject({
      days: ['2026-01-02', '2026-03-04', '2026-07-07', '2026-01-02T10:00:00Z'],
      opened: 1,
    });
  });

  test('are refused with the setting of a profile, if they need the order and no row shows it', async () => {
    const { problems } = await read(['01/02/2026', '2026-03-04', '7/7/2026', '03/04/2026']);
    expect(problems.map(({ row, name }) => [row, name])).toEqual([
      [2, 'Last contact date'],
      [5, 'Last contact date'],
    ]);
    expect(problems[0]).toMatchObject({ code: 'unclear_date', value: '01/02/2026' });
    expect(problems[0]?.says).toContain('or add `"dates": { "Last contact date": "dmy" }` to the profile.');
    expect((await read(['01/02/2026'], { dates: 'mdy' })).days).toEqual(['2026-01-02']);
    expect((await read(['01/02/2026'], { dates: { lastContactDate: 'dmy' } })).days).toEqual(['2026-02-01']);
  });

  test('are refused if two rows contradict each other, and both rows are named', async () => {
    const { problems } = await read(['31/01/2026', '01/02/2026', '01/31/2026']);
    expect(problems.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(problems[0]?.says).toContain('Row 2 can only have the day first, and row 4 only the month');
  });

  test('with dots prove nothing about those with slashes', async () => {
    const { problems, days } = await read(['31.01.2026', '01/02/2026']);
    expect(problems.map(({ row }) => row)).toEqual([2, 3]);
    expect(days).toEqual([]);
  });

  test('that cannot have the order of the profile are refused', async () => {
    const { problems } = await read(['01/31/2026', '31/01/2026'], { dates: 'mdy' });
    expect(problems).toEqual([
      expect.objectContaining({ row: 3, name: 'Last contact date', code: 'not_date', value: '31/01/2026' }),
    ]);
  });

  test('are days if all their times are midnight, and times if one is not', async () => {
    const timeZone = 'Europe/Berlin';
    expect((await read(['2026-01-02 00:00', '2026-01-03 0:00'], { timeZone })).days).toEqual([
      '2026-01-02',
      '2026-01-03',
    ]);
    expect((await read(['2026-01-02 00:00', '2026-01-03 7:00'], { timeZone })).days).toEqual([
      '2026-01-02T00:00:00+01:00',
      '2026-01-03T07:00:00+01:00',
    ]);
  });
});

describe('numbers, in columns that a profile names', () => {
  const issues = (decimals: unknown) =>
    settingsOf({ schema: 'issue', lookup: 'identifier', columns: { Area: 'customFields.Area' }, decimals });
  const areas = (decimals: unknown) =>
    planText('Identifier,Area\nI-1,"1.234,50"\nI-2,"7,5"\nI-3,1e5\n', { settings: issues(decimals) });

  test('are read with that sign, and other texts are refused', async () => {
    const { records, problems } = await areas({ Area: 'comma' });
    expect(records.map(([, record]) => record)).toEqual([
      { identifier: 'I-1', Area: 1234.5 },
      { identifier: 'I-2', Area: 7.5 },
    ]);
    expect(problems).toMatchObject([{ row: 4, name: 'Area', code: 'not_number' }]);
    expect((await areas({ 'customFields.Area': 'point' })).problems.map(({ row }) => row)).toEqual([2, 3, 4]);
  });
});

test('a plan is the same however the bytes come, also where formats are detected (invariant 14)', async () => {
  const text = sheetOf(...Array.from({ length: 60 }, (_, at) => `${(at % 28) + 1}/02/2026`), 'x', '1.2.26');
  const whole = await planText(text);
  expect(whole.totals).toMatchObject({ rows: 62, records: 60, failed: 2 });
  for (const chunk of [1, 9, 100]) expect(await planText(text, { chunk })).toEqual(whole);
});

test('any written days are read back the same, or every doubtful row is named', async () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  const orders = fc.constantFrom('dmy', 'mdy', 'iso');
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 12 }), orders, async (dates, order) => {
      const isos = dates.map((date) => date.toISOString().slice(0, 10));
      const written = isos.map((iso) => {
        const [y, m, d] = iso.split('-').map(Number);
        return { dmy: `${d}/${m}/${y}`, mdy: `${m}/${d}/${y}`, iso }[order];
      });
      const { days, problems } = await read(written);
      if (problems.length === 0) expect(days).toEqual(isos);
      else expect(problems.length + days.length).toBe(isos.length);
    }),
    { numRuns: 200 },
  );
});
