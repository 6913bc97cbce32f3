import { expect, test } from 'vitest';
import { corpusFiles } from './testing/corpus.ts';
import { tryFile } from './testing/fuzz.ts';

const known = corpusFiles('text').map(({ bytes }) => bytes);

/** `npm run fuzz -- --files 200000` tries the rest; a seed that fails is named, and replays. */
test('1,500 made-up and mutated files are read or refused, whatever their chunks, as csv-parse reads what is sound (invariant 14)', async () => {
  for (let seed = 1; seed <= 1500; seed += 1) await tryFile(seed, known);
  expect(known.length).toBeGreaterThan(50);
});
