import { recordNamed, type ObjectVersion } from '@sluice/aws-kit/erasure';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packed } from '../testing/packed-rows.ts';
import { copyHolds } from './copy-holds.ts';

const record = recordNamed('ana@example.com', 'receipt');

/** Cells of a row, as wide as a grid keeps them or wider, with the value or something like it. */
const cell = fc
  .tuple(
    fc.constantFrom(0, 0, 1, 3990, 4000, 70_000),
    fc.constantFrom(
      'ANA@example.com',
      'ａｎａ@example.com',
      '"ana@example.com"\n',
      'diana@example.com',
      'Ana',
    ),
    fc.constantFrom('', ' ', ' x\u0301', '…', '\\'),
  )
  .map(([before, value, after]) => `${' '.repeat(before)}${value}${after}`);
const rows = fc.record({
  header: fc.oneof({ weight: 9, arbitrary: fc.constant('E-mail') }, cell),
  count: fc.integer({ min: 1, max: 700 }),
  some: fc.array(fc.record({ at: fc.nat(699), cells: fc.array(cell, { maxLength: 3 }) }), { maxLength: 3 }),
});

it('finds in packed rows what stands in their cells, all at once or a block at a time', async () => {
  const seen = { true: 0, false: 0 };
  await fc.assert(
    fc.asyncProperty(rows, async ({ header, count, some }) => {
      const cells = Array.from(
        { length: count },
        (_, at) => some.find((one) => one.at === at)?.cells ?? [`Bo ${at}`],
      );
      const bytes = await packed([header], cells);
      const files = {
        stream: async function* (_: unknown, { start, end } = { start: 0, end: Infinity }) {
          yield bytes.subarray(start, end);
        },
      };
      const version: ObjectVersion = {
        ...{ key: 'a.rows', versionId: 'v1', etag: '', bytes: bytes.length },
        isLatest: true,
      };
      const expected = [[header], ...cells].some((row) => row.some((one) => record.isIn(one)));
      const search = (isLate: () => boolean) => ({
        record,
        files,
        isLate,
        now: () => new Date(0),
        searched: new Map<string, number>(),
        found: { holds: false, rows: new Set<number>() },
      });
      expect(
        await copyHolds(
          version,
          search(() => false),
        ),
      ).toBe(expected);

      const late = search(() => true);
      let calls = 0;
      let found: Awaited<ReturnType<typeof copyHolds>>;
      do {
        found = await copyHolds(version, late);
        calls += 1;
      } while (found === 'late' && calls < 10);
      expect(found).toBe(expected);
      seen[`${expected}`] += 1;
    }),
    { numRuns: 150 },
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(20);
});
