import { expect, it } from 'vitest';
import { firstUses, wrongIn } from '../testing/first-uses.ts';

const seeds = 60;

it(`every value that a record has or had leads to it, whoever fills, writes, dies and stalls meanwhile, by ${seeds} seeds`, async () => {
  for (let seed = 1; seed <= seeds; seed += 1)
    expect(await wrongIn(await firstUses(seed)), `seed ${seed}`).toEqual([]);
}, 120_000);
