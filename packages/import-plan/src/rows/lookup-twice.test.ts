import { describe, expect, test } from 'vitest';
import { dropFormats } from '../testing/drops.ts';
import { planText, settingsOf } from '../testing/plans.ts';

type Rows = readonly (readonly [lookup: string, other: string])[];

/** Ten rows between the two, so that they are far from each other in batches of three. */
const between = (lookup: (n: number) => string): Rows =>
  Array.from({ length: 10 }, (_, n) => [lookup(n), `other ${n}`]);

describe.each(Object.entries(dropFormats))(
  'a lookup that two rows of a %s file have',
  (_name, { firstRow, write }) => {
    const email = (n: number) => `p${n}@example.com`;
    const last = firstRow + 11;

    test.each([
      ['exactly alike', 'ann@example.com', 'ann@example.com'],
      ['in another case', 'ann@example.com', 'ANN@Example.com'],
      ['with other spaces', 'ann@example.com', '  ann@example.com '],
    ])('%s is in one batch at most, and both rows are named (invariant 9)', async (_how, one, other) => {
      const rows: Rows = [[one, 'Ann'], ...between(email), [other, 'Anna']];
      const settings = settingsOf({ batchSize: 3 });
      const { problems, records, batches, totals } = await planText(write(['Email', 'Name'], rows), {
        settings,
      });
      expect(problems.map(({ row }) => row)).toEqual([firstRow, last]);
      expect(problems[0]).toMatchObject({
        code: 'repeated',
        says: expect.stringContaining(`in row ${last}.`),
      });
      expect(batches.length).toBeGreaterThan(3);
      // The batch of the first row is already closed: it is set aside before anything is sent.
      expect(records.map(([row]) => row)).not.toContain(last);
      const holding = batches.filter(({ body }) => body.toLowerCase().includes('ann@example.com'));
      expect(holding.length).toBeLessThanOrEqual(1);
      expect(totals).toMatchObject({ rows: 12, failed: 2, skipped: 0 });
    });

    test('in two equal rows is in one batch, and the second row is skipped (invariant 9)', async () => {
      const rows: Rows = [['ann@example.com', 'Ann'], ...between(email), ['ann@example.com', 'Ann']];
      const settings = settingsOf({ batchSize: 3 });
      const { skipped, problems, records } = await planText(write(['Email', 'Name'], rows), { settings });
      expect(problems).toEqual([]);
      expect(skipped).toEqual([{ row: last, twinOf: firstRow }]);
      expect(records.filter(([, record]) => JSON.stringify(record).includes('ann@'))).toHaveLength(1);
    });

    test('as a title is in one batch at most, also in another case and Unicode form (invariant 9)', async () => {
      const rows: Rows = [['Zo\u00eb', 'a'], ...between((n) => `Title ${n}`), ['ZOE\u0308', 'b']];
      const settings = settingsOf({ schema: 'ListItem.Counties', lookup: 'title', batchSize: 3 });
      const { problems, records } = await planText(write(['Title', 'Code'], rows), { settings });
      expect(problems.map(({ row }) => row)).toEqual([firstRow, last]);
      expect(records.map(([row]) => row)).not.toContain(last);
    });
  },
);
