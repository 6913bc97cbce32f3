import { expect, test } from 'vitest';
import { corpusFiles } from './testing/corpus.ts';
import { tryFile } from './testing/fuzz.ts';

const known = corpusFiles('text').map(({ bytes }) => bytes);

/** `npm run fuzz -- --files 200000` tries more. A failure names its seed, which makes the same file again. */
test('1,500 random and mutated files are read or refused in any chunks, and correct ones as csv-parse reads them (invariant 14)', async () => {
  for (let seed = 1; seed <= 1500; seed += 1) await tryFile(seed, known);
  expect(known.length).toBeGreaterThan(50);
});
