import { bases, type Base, type Known } from './bases.ts';
import type { BadCase } from './bad-case.ts';
import { bodyCases, headerCases, keyCases } from './body-cases.ts';
import { fieldCases } from './field-cases.ts';

export interface Generated {
  readonly base: Base;
  readonly cases: readonly BadCase[];
}

/** All cases without randomness: every wrong field, body, header and key of each base. */
export function allCases({ otherKey, ...site }: Known & { otherKey: string }): Generated[] {
  const seen = new Set<string>();
  return bases(site).map((base) => {
    const isFirst = !seen.has(base.operation);
    seen.add(base.operation);
    const whole = isFirst ? [...bodyCases(base), ...headerCases(base)] : [];
    const keys = base.operation === 'downloadFile' ? keyCases(base, otherKey) : [];
    return { base, cases: [...fieldCases(base), ...whole, ...keys] };
  });
}
