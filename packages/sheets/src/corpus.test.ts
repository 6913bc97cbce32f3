import { expect, test } from 'vitest';
import { corpusFiles, outcomeOf } from './testing/corpus.ts';

const files = corpusFiles();

test('every file of the corpus has what it means beside it', () => {
  expect(files.length).toBeGreaterThan(50);
});

test.each(files.map((file) => [file.name, file] as const))('%s reads as it should', async (_, file) => {
  const { means, read, everyRow } = file.expected;
  const { full, every } = await outcomeOf(file.bytes);
  expect(full, means).toEqual(read);
  expect(every, means).toEqual(everyRow);
});

test('every cut of a file of the corpus in two, and each byte alone, reads as the whole does (invariant 14)', async () => {
  for (const { name, bytes } of files) {
    const whole = await outcomeOf(bytes);
    for (let at = 1; at < bytes.length; at += 1) {
      const cut = await outcomeOf(bytes.subarray(0, at), bytes.subarray(at));
      expect(cut, `${name} at ${at}`).toEqual(whole);
    }
    expect(await outcomeOf(...[...bytes].map((byte) => Buffer.from([byte]))), name).toEqual(whole);
  }
});
