import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LookupSet } from './lookup-set.ts';

test('has what was added, and nothing else, while it grows', () => {
  const set = new LookupSet();
  for (let at = 0; at < 20_000; at += 1) expect(set.add(`person${at}@example.com`)).toBe(true);
  for (let at = 0; at < 20_000; at += 1) expect(set.add(`person${at}@example.com`)).toBe(false);
  expect(set.has('person20000@example.com')).toBe(false);
  expect(set.size).toBe(20_000);
});

test('uses at most 16 bytes a text, for any number of texts', () => {
  const set = new LookupSet();
  for (let at = 1; at <= 300_000; at += 1) {
    set.add(`A-${at}`);
    if (at % 1000 === 0 && at >= 10_000) expect(set.bytes).toBeLessThan(16 * at);
  }
});

test('takes texts whose hashes somebody chose to lie side by side as fast as others', () => {
  const took = (set: LookupSet): number => {
    const begun = performance.now();
    for (let at = 1; at <= 100_000; at += 1) set.add(String(at));
    expect(set.size).toBe(100_000);
    return performance.now() - begun;
  };
  const usual = took(new LookupSet());
  // Where each text was compared with all before it, they took 500 times as long.
  expect(took(new LookupSet((text, pair) => pair.set([64, Number(text)])))).toBeLessThan(30 * usual);
});

test('agrees with a set of the texts themselves', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3 })), (texts) => {
      const ours = new LookupSet();
      const real = new Set<string>();
      for (const text of texts) {
        expect(ours.add(text)).toBe(!real.has(text));
        real.add(text);
      }
      expect(ours.size).toBe(real.size);
    }),
  );
});
