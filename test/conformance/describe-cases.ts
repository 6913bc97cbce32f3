import { describe, it } from 'vitest';
import { suites } from './cases/index.ts';
import type { Caller } from './caller.ts';

/** Every case as a test. A case that lacks something fails here, since these drivers provide everything. */
export function describeCases(siteOf: () => Caller): void {
  for (const [subject, cases] of Object.entries(suites)) {
    describe.concurrent(subject, () => {
      for (const { rule, title, run } of cases) it(`${title} (${rule})`, () => run(siteOf()));
    });
  }
}
