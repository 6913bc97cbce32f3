import type { Generated } from './all-cases.ts';
import type { BadCase } from './bad-case.ts';

/** Only such headers can be sent over HTTP. */
const isHeader = (value: string): boolean => /^[\x21-\x7e]+$/.test(value);

const canTravel = ({ headers = {} }: BadCase): boolean => Object.values(headers).every(isHeader);

/** A few hundred of the generated cases, evenly from all bases and different for each seed. */
export function sampleOf(generated: readonly Generated[], seed: number, ofEach: number): BadCase[] {
  return generated.flatMap(({ cases }) => {
    const able = cases.filter(canTravel);
    const step = Math.max(1, Math.floor(able.length / ofEach));
    return able.filter((_, at) => (at + seed) % step === 0);
  });
}
