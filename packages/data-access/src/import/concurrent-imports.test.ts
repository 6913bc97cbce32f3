import { expect, it } from 'vitest';
import { concurrentImports, wrongIn } from '../testing/concurrent-imports.ts';

const seeds = 40;

it(`16 imports at once over the same records lose no update and make no second record, by ${seeds} seeds (invariant 7)`, async () => {
  let overtaken = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const course = await concurrentImports(seed);
    expect(wrongIn(course), `seed ${seed}`).toEqual([]);
    overtaken += course.statuses.filter(({ preview }) => preview?.drift).length;
  }
  // The imports did overtake one another; otherwise this test would prove nothing.
  expect(overtaken).toBeGreaterThan(seeds);
}, 120_000);
