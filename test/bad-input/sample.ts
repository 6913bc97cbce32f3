import type { Generated } from './all-cases.ts';
import type { BadCase } from './bad-case.ts';

/** HTTP itself, or its client, takes no header of another form. */
const isHeader = (value: string): boolean => /^[\x21-\x7e]+$/.test(value);

const canTravel = ({ headers = {} }: BadCase): boolean => Object.values(headers).every(isHeader);

/**
 * A few hundred of the cases that are made without chance, from every base alike, others with each seed: what a
 * network, a gateway and a table add to them is the same for all.
 */
export function sampleOf(generated: readonly Generated[], seed: number, ofEach: number): BadCase[] {
  return generated.flatMap(({ cases }) => {
    const able = cases.filter(canTravel);
    const step = Math.max(1, Math.floor(able.length / ofEach));
    return able.filter((_, at) => (at + seed) % step === 0);
  });
}
