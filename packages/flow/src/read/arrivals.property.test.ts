import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLeftover } from '@sluice/sheets';
import { arrivalMessageSchema, arrivalOf, dropsIn } from './arrivals.ts';

describe('an arrival message of the sweep', () => {
  it('is read back as the drop that it announces, whatever its name', () => {
    // A name such as `~$x` is what an office program leaves, and no drop.
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((name) => !isLeftover(`inbox/${name}x`));
    fc.assert(
      fc.property(text, fc.nat(), (name, bytes) => {
        const drop = { bucket: 'drops', key: `inbox/${name}x`, versionId: 'v1', bytes, droppedBy: 'me' };
        expect(dropsIn(arrivalMessageSchema.parse(arrivalOf(drop)))).toEqual([drop]);
      }),
      { numRuns: 500 },
    );
  });
});
