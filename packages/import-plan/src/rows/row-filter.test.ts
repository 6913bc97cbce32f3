import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsOfProfile } from '../profile/read-profile.ts';
import { planFailure, planText, settingsOf } from '../testing/plans.ts';

const sheet = `Email,Name,Status,Kind
a@example.com,Ann, Active ,private
b@example.com,Bob,left,private
c@example.com,Cy,ACTIVE,test
d@example.com,Di,,private
`;
const plan = (rows: object, text = sheet) =>
  planText(text, { settings: settingsOf({ rows, ignore: ['Kind'] }) });

describe('the filter of rows', () => {
  it.each([
    [{ only: { Status: 'active' } }, [2, 4]],
    [{ only: { status: ['active', 'Left'] } }, [2, 3, 4]],
    [{ except: { Status: ['', 'left'] } }, [2, 4]],
    [{ only: { Status: ['active', ''] }, except: { Kind: ['test'] } }, [2, 5]],
    [{ only: { Status: 'active', Kind: 'private' } }, [2]],
    [{ except: { Status: 'left', Kind: 'test' } }, [2, 5]],
  ])('%j keeps the rows %j', async (rows, kept) => {
    const { records, filtered, totals, problems } = await plan(rows);
    expect(records.map(([row]) => row)).toEqual(kept);
    expect(filtered).toEqual([2, 3, 4, 5].filter((row) => !kept.includes(row)));
    expect(totals).toMatchObject({ rows: 4, records: kept.length, filtered: 4 - kept.length });
    expect(problems).toEqual([]);
  });

  it('names the rows that it leaves out, and the values that no row has', async () => {
    const { totals } = await plan({ only: { Status: ['active', 'actve'] }, except: { Kind: ['', 'test'] } });
    expect(totals.notes).toEqual([
      'Filtered out by "Status", as the profile says: rows 3 and 5.',
      'Filtered out by "Kind", as the profile says: row 4.',
      'No row has "actve" in "Status", by which the profile filters the rows.',
    ]);
  });

  it('reads no cell of a row that it leaves out: wrong cells, dates and equal lookups there do not matter', async () => {
    const text =
      'Identifier,Due date,Status\n1,01/02/2026,active\n1,13/02/2026,left\nx,02/13/2026,left\n2,28/02/2026,active\n';
    const settings = settingsOf({
      schema: 'issue',
      lookup: 'identifier',
      rows: { only: { Status: 'active' } },
      ignore: ['Status'],
    });
    const { records, problems, filtered } = await planText(text, { settings });
    expect(problems).toEqual([]);
    expect(filtered).toEqual([3, 4]);
    expect(records.map(([, record]) => record)).toMatchObject([
      { dueDate: '2026-02-01' },
      { dueDate: '2026-02-28' },
    ]);
  });

  it('leaves out no row with too few cells: nobody knows which one is missing', async () => {
    const { problems, filtered } = await plan({ only: { Status: 'active' } }, `${sheet}e@example.com,Eve\n`);
    expect(problems.map(({ row }) => row)).toEqual([6]);
    expect(filtered).toEqual([3, 5]);
  });

  it('stops at a sheet without its column, with two of them, or without a row that it keeps', async () => {
    const only = (rows: object, text = sheet) => planFailure(text, settingsOf({ rows, ignore: ['Kind'] }));
    expect((await only({ only: { State: 'active' } })).message).toContain(
      '"State" for its filter of rows. Its columns without a field are "Status"',
    );
    expect((await only({ only: { Kind: 'x' } }, 'Email,Kind,Kind\na@example.com,x,x\n')).message).toContain(
      'Several columns are named "Kind"',
    );
    expect((await only({ only: { Status: 'x' } })).message).toContain(
      'The profile filters out every row (4 of 4). No row has "x" in "Status". Change its filter',
    );
  });

  it('is checked when the profile is saved', async () => {
    const refusal = async (rows: object) => {
      const text = JSON.stringify({ schema: 'client', lookup: 'email', rows });
      const found = await settingsOfProfile('p', text);
      return found.kind === 'refused' ? found.reason : '';
    };
    expect(await refusal({ only: { Status: ['active'] } })).toBe('');
    expect(await refusal({ only: { Status: 3 } })).toContain(
      'rows.only.Status: expected a value such as "active"',
    );
    expect(await refusal({ only: { Status: [] } })).toContain('rows.only.Status: expected');
    expect(await refusal({ onyl: {} })).toContain('onyl');
    expect(await refusal({ only: { Status: 'a', 'STATUS ': 'b' } })).toContain(
      'rows.only names Status twice',
    );
  });

  it('gives every row one outcome, and the others what a sheet without these rows gives (invariant 1)', async () => {
    const cell = fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', 'wrong', '');
    const row = fc.tuple(cell, fc.constantFrom('Ann', 'Bob', ''), fc.constantFrom('x', 'y', ' X'));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const keeps = ([, , status]: readonly string[]) => status?.trim().toLowerCase() === 'x';
        const textOf = (some: readonly (readonly string[])[]) =>
          ['Email,Name,Status', ...some.map((cells) => cells.join(','))].join('\n');
        const kept = rows.flatMap((cells, at) => (keeps(cells) ? [at + 2] : []));
        fc.pre(kept.length > 0);
        const settings = settingsOf({
          rows: { only: { Status: 'x' } },
          reading: { headerRow: 1, lastRow: 99 },
        });
        const { totals, filtered, records, problems, skipped } = await planText(textOf(rows), { settings });
        const alone = await planText(textOf(rows.filter(keeps)), { settings });
        const { rows: all, records: good, failed, skipped: twins } = totals;
        expect(all).toBe(rows.length);
        expect(good + failed + twins + totals.filtered).toBe(all);
        expect([...filtered, ...kept].toSorted((one, other) => one - other)).toEqual(
          rows.map((_, at) => at + 2),
        );
        const numbered = (row: number) => kept[row - 2];
        expect(records).toEqual(alone.records.map(([at, record]) => [numbered(at), record]));
        expect(problems.map((one) => one.row)).toEqual(alone.problems.map((one) => numbered(one.row)));
        expect(skipped.map((one) => one.row)).toEqual(alone.skipped.map((one) => numbered(one.row)));
      }),
      { numRuns: 60 },
    );
  });
});
