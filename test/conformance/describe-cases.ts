import { describe, it } from 'vitest';
import { suites } from './cases/index.ts';
import type { Caller } from './caller.ts';

/** Every case as a test. A case that lacks something fails here, since these drivers provide everything. */
export function describeCases(siteOf: () => Caller, subjects = Object.keys(suites)): void {
  for (const subject of subjects) {
    const cases = suites[subject] ?? [];
    describe.concurrent(subject, () => {
      for (const { rule, title, run } of cases) it(`${title} (${rule})`, () => run(siteOf()));
    });
  }
}
