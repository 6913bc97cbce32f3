import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsOfProfile } from '../profile/read-profile.ts';
import { planFailure, planText, settingsOf } from '../testing/plans.ts';

const records = [
  { columns: { 'E-mail 1': 'email', 'Name 1': 'name' } },
  { columns: { 'E-mail 2': 'email', 'Name 2': 'name' } },
];
const header = 'E-mail 1,Name 1,E-mail 2,Name 2';
const plan = (lines: readonly string[], profile: object = {}, first = header) =>
  planText([first, ...lines].join('\n'), { settings: settingsOf({ records, ...profile }) });
const ann = 'ann@example.com,Ann';
const bob = 'bob@example.com,Bob';
const cy = 'cy@example.com,Cy';
const of = (contact: string) => {
  const [email, name] = contact.split(',');
  return { email, name };
};

describe('a row with several records', () => {
  it('gives them in the order of the profile; one whose own columns are blank is none', async () => {
    const {
      records: found,
      totals,
      batches,
      problems,
    } = await plan([`${ann},${bob}`, `${cy},,`, ` ,,di@example.com,Di`]);
    expect(problems).toEqual([]);
    expect(found).toEqual([
      [2, of(ann)],
      [2, of(bob)],
      [3, of(cy)],
      [4, of('di@example.com,Di')],
    ]);
    expect(totals).toMatchObject({ rows: 3, records: 4, failed: 0, skipped: 0 });
    expect(batches).toMatchObject([{ rows: [2, 2, 3, 4], rowCount: 3 }]);
  });

  it('is wrong if all of them are blank, or if a part of one is missing', async () => {
    const { problems, totals } = await plan([`${ann},,`, ',,,', `${cy},,Di`], { reading: { lastRow: 9 } });
    expect(problems).toMatchObject([{ row: 4, name: 'E-mail 2' }]);
    expect(totals).toMatchObject({ rows: 2, records: 1, failed: 1 });
    const blank = await plan(['x,,,,', `x,${ann},,`], { ignore: ['Id'] }, `Id,${header}`);
    expect(blank.problems).toMatchObject([{ row: 2, name: 'E-mail 1' }]);
  });

  it('shares the columns and constants of all, and has those of each', async () => {
    const roles = records.map((record, at) => ({ ...record, constants: { langCode: ['de', 'fr'][at] } }));
    const settings = settingsOf({
      records: roles,
      constants: { userType: 'client' },
      columns: { Mobile: 'cellPhone' },
    });
    const found = await planText(`${header},Mobile,Username\n${ann},${bob},123,\n`, { settings });
    const shared = { cellPhone: '123', userType: 'client' };
    expect(found.records.map(([, record]) => record)).toEqual([
      { ...of(ann), ...shared, langCode: 'de' },
      { ...of(bob), ...shared, langCode: 'fr' },
    ]);
    expect(found.totals.columns.map(({ header: name, record }) => [name, record])).toEqual([
      ['E-mail 1', 1],
      ['Name 1', 1],
      ['E-mail 2', 2],
      ['Name 2', 2],
      ['Mobile', undefined],
      ['Username', undefined],
    ]);
    expect(found.totals.notes).toEqual([]);
  });

  it('names a wrong cell that they share once', async () => {
    const { problems } = await plan([`${ann},${bob},sometimes`], {}, `${header},Is suspended`);
    expect(problems).toMatchObject([{ row: 2, name: 'Is suspended' }]);
  });

  it('takes parts of one cell by the steps of each', async () => {
    const take = (place: number) => ({
      columns: { Mails: 'email' },
      transforms: { Mails: [{ split: ';', take: place }] },
    });
    const settings = settingsOf({ records: [take(1), take(2)] });
    const { records: found } = await planText('Mails\na@example.com; b@example.com\nc@example.com\n', {
      settings,
    });
    expect(found.map(([row, record]) => [row, record])).toEqual([
      [2, { email: 'a@example.com' }],
      [2, { email: 'b@example.com' }],
      [3, { email: 'c@example.com' }],
    ]);
  });

  it('leaves out a record that an earlier row has, and is skipped if none is left', async () => {
    const {
      records: found,
      skipped,
      totals,
    } = await plan([`${ann},${bob}`, `${bob},${ann}`, `${ann},${cy}`]);
    expect(found.map(([row]) => row)).toEqual([2, 2, 4]);
    expect(found[2]?.[1]).toEqual(of(cy));
    expect(skipped).toEqual([{ row: 3, twinOf: 2 }]);
    expect(totals).toMatchObject({ rows: 3, records: 3, skipped: 1, failed: 0 });
  });

  it('is wrong, as the other row is, if they differ under one lookup', async () => {
    const { problems, totals, records: found } = await plan([`${ann},${bob}`, `${cy},ann@example.com,Anna`]);
    expect(problems).toMatchObject([
      { row: 2, name: 'E-mail 1', code: 'repeated', says: expect.stringContaining('row 3') },
      { row: 3, name: 'E-mail 2', code: 'repeated', says: expect.stringContaining('row 2') },
    ]);
    expect(totals).toMatchObject({ rows: 2, failed: 2, records: 0 });
    // They were in a batch before the row was known to be wrong.
    expect(found.map(([row]) => row)).toEqual([2, 2]);
  });

  it('is one record if both are equal, and wrong if they differ under one lookup', async () => {
    const { problems, records: found, totals } = await plan([`${ann},${ann}`, `${bob},bob@example.com,Rob`]);
    expect(found).toEqual([[2, of(ann)]]);
    expect(problems).toMatchObject([{ row: 3, name: 'E-mail 2', code: 'repeated_in_row' }]);
    expect(totals).toMatchObject({ rows: 2, records: 1, failed: 1 });
  });

  it.each([
    [{ columns: { 'E-mail 1': 'email', 'Name 1': 'nam' } }, 'columns names nam, which is no field'],
    [{ constants: { langCode: 'de' } }, 'record 2 of records has no column of its own'],
    [{ columns: { A: 'email' }, lookup: 'email' }, 'record 2 takes columns, join, transforms'],
    [{ columns: { A: 'email' }, constants: { email: 'x' } }, 'constants'],
  ])('is checked when the profile is saved: %j', async (second, reason) => {
    const text = JSON.stringify({ schema: 'client', lookup: 'email', records: [records[0], second] });
    expect(await settingsOfProfile('p', text)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
  });

  it('stops at a sheet that lacks a column of one, or has one lookup for both', async () => {
    const failure = (first: string, profile: object = {}) =>
      planFailure(`${first}\nx,x,x,x\n`, settingsOf({ records, ...profile }));
    expect((await failure('E-mail 1,Name 1,Name 2,')).message).toContain(
      'The sheet lacks a column that the profile "test" names: "E-mail 2"',
    );
    const names = ['A', 'B'].map((name) => ({ columns: { [name]: 'name' } }));
    expect((await failure('A,B,E-mail,Username', { records: names })).message).toContain(
      'Several records of a row are found by "E-mail", as email.',
    );
  });

  it('keeps its records in one batch, in order, and every row has one outcome (invariants 1, 9)', async () => {
    const contact = fc.constantFrom(
      ...['a', 'b', 'c', 'd', 'e'].flatMap((one) => [`${one}@example.com,${one}`, `${one}@example.com,X`]),
      ',',
      'wrong,w',
    );
    const rows = fc.array(fc.tuple(contact, contact), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 4 }), async (pairs, batchSize) => {
        const lines = pairs.map((pair, at) => [`k${at}`, ...pair].join(','));
        const settings = { batchSize, ignore: ['K'], reading: { headerRow: 1, lastRow: 99 } };
        const { batches, problems, skipped, totals } = await plan(lines, settings, `K,${header}`);
        const failed = new Set(problems.map(({ row }) => row));
        const sent = new Map<number, number>();
        const lookups = new Set<string>();
        for (const { number, rows: of, rowCount, body } of batches) {
          expect(rowCount).toBe(new Set(of).size);
          const [set]: { records: { email: string }[] }[] = JSON.parse(body);
          for (const [at, row] of of.entries()) {
            expect(sent.get(row) ?? number).toBe(number);
            sent.set(row, number);
            const { email = '' } = set?.records[at] ?? {};
            if (failed.has(row)) continue;
            expect(lookups.has(email)).toBe(false);
            lookups.add(email);
          }
        }
        const good = [...sent.keys()].filter((row) => !failed.has(row));
        expect(totals.failed).toBe(failed.size);
        expect(totals.skipped).toBe(skipped.length);
        expect(good.length + failed.size + skipped.length).toBe(pairs.length);
        expect(totals.records).toBe(lookups.size);
      }),
      { numRuns: 60 },
    );
  });
});
