import { describe, expect, it } from 'vitest';
import { expectEnd, real, sheetOf, staged, type Staging } from '../scenarios/staging.ts';

/** One of the records that a row becomes. */
interface OfRow {
  readonly columns?: object;
  readonly join?: object;
  readonly compute?: object;
  readonly transforms?: object;
  readonly constants?: object;
  readonly fromFile?: object;
}
interface Way {
  /** What one record of the row has so that it is deleted. */
  readonly own?: OfRow;
  /** What all records of the row have. */
  readonly all?: OfRow;
  /** The name of the file. */
  readonly file?: string;
}

const ways: Readonly<Record<string, Way>> = {
  'a column': { own: { columns: { Flag: 'deleted' } } },
  'a column that other records have for another field': {
    own: { columns: { Flag: 'deleted' } },
    all: { columns: { Flag: 'homePhone' } },
  },
  'a column with a second field': { own: { columns: { Flag: ['homePhone', 'deleted'] } } },
  'joined columns': { own: { join: { deleted: ['Flag', 'Nothing'] } } },
  'an expression': { own: { compute: { deleted: 'row["Flag"]' } } },
  'a transform': {
    own: { columns: { Word: 'deleted' }, transforms: { deleted: [{ map: { gone: 'true' } }] } },
  },
  'a constant of one record': { own: { constants: { deleted: true } } },
  'a constant of all records': { all: { constants: { deleted: true } } },
  'the name of the file': { all: { fromFile: { deleted: 'name' } }, file: 'true.csv' },
};

const numbers = [1, 2, 3];
const email = (record: number, row: number) => `r${record}x${row}@example.com`;
const header = [...numbers.map((n) => `E-mail ${n}`), 'Flag', 'Nothing', 'Word'].join(',');
const lineOf = (row: number) => [...numbers.map((n) => email(n, row)), 'true', '', 'gone'].join(',');
const sheet = sheetOf(header, lineOf(1), lineOf(2));
const seeded = numbers.flatMap((n) => [1, 2].map((row) => ({ email: email(n, row), name: 'Somebody' })));

/** A profile whose rows have these records; one of them deletes. */
function profileOf({ own = {}, all = {} }: Way, { of, deleting }: { of: number; deleting: number }): object {
  const parts = numbers.slice(0, of).map((n) => {
    const mine: OfRow = n === deleting ? own : {};
    return { ...mine, columns: { [`E-mail ${n}`]: 'email', ...all.columns, ...mine.columns } };
  });
  const { columns: _, ...shared } = all;
  const [only = {}] = parts;
  return { unknownColumns: 'ignore', ...shared, ...(of === 1 ? only : { records: parts }) };
}

/** A run of the sheet as far as it goes by itself, with the records that it has deleted. */
async function dropped(staging: Staging, file = 'gone.csv') {
  const world = staged({ seeded, ...staging });
  const runId = world.drop(`inbox/members/${file}`, sheet);
  await world.settle();
  const left = seeded.filter(({ email: one }) => world.service.records.has(one)).length;
  return { world, runId, run: await world.runOf(runId), deleted: seeded.length - left };
}

const cases = Object.entries(ways).flatMap(([name, way]) =>
  numbers.flatMap((of) => numbers.slice(0, of).map((deleting) => ({ name, way, of, deleting }))),
);

describe('what a guard rail forbids is not written without approval (invariant 5)', () => {
  it.each(cases)('by $name in record $deleting of $of', async ({ way, of, deleting }) => {
    const profile = profileOf(way, { of, deleting });
    const perRow = way.own === undefined ? of : 1;
    const rails: Staging[] = [
      { profile: { ...profile, guardRails: { mostDeleted: 0 } }, hasPreview: false },
      { profile: { ...profile, guardRails: { mostDeleted: 2 * perRow - 1 } } },
      { profile, approval: { guardRails: { mostDeleted: 0 }, guardRailsForProfiles: true } },
    ];
    for (const rail of rails) {
      const { world, run, deleted } = await dropped(rail, way.file);
      expect(run).toMatchObject({ status: 'awaiting_approval', reasonCodes: ['too_many_deleted'] });
      expect(run.reason).toContain(`${2 * perRow} of ${2 * of} records would be deleted`);
      expect([real(world), deleted]).toEqual([[], 0]);
    }
    const allowed = { ...profile, guardRails: { mostDeleted: 2 * perRow } };
    const { world, runId, deleted } = await dropped({ profile: allowed }, way.file);
    expect(deleted).toBe(2 * perRow);
    await expectEnd(world, runId, 'succeeded');
  });

  it('counts each record that changes, and the records of a share', async () => {
    const records = numbers.map((n) => ({ columns: { [`E-mail ${n}`]: 'email', Word: 'name' } }));
    const asked = async (mostChanged: number | string, hasPreview = true) =>
      (
        await dropped({
          profile: { unknownColumns: 'ignore', records, guardRails: { mostChanged } },
          seeded: seeded.slice(0, 4),
          hasPreview,
        })
      ).run;
    expect((await asked(4)).status).toBe('succeeded');
    expect((await asked('66.7 %')).status).toBe('succeeded');
    expect((await asked('66 %')).reason).toContain('4 of 6 records would change');
    // A server that foretells nothing may change each of them.
    expect((await asked(5, false)).reason).toContain('6 of 6 records would change');
  });
});
