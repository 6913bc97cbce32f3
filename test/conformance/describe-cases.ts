import { describe, it } from 'vitest';
import { suites } from './cases/index.ts';
import type { Caller } from './caller.ts';

/**
 * Every case as a test, or one in so many of each subject. A case that lacks something fails here, since these drivers
 * provide everything.
 */
export function describeCases(siteOf: () => Caller, oneIn = 1): void {
  for (const [subject, all] of Object.entries(suites)) {
    const cases = all.filter((_, at) => (at + 1) % oneIn === oneIn >> 1);
    describe.concurrent(subject, () => {
      for (const { rule, title, run } of cases) it(`${title} (${rule})`, () => run(siteOf()));
    });
  }
}
