import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded, recordNamed } from './record.ts';

/** Characters that a fold, a normalization or JSON changes, or that join with their neighbours. */
const odd = [
  ...['"', '\\', '/', '\n', '\t', '\u0000', '\u007f', ' ', '\u00a0', '\u3000', '\u2028', '\ud800', '\udc00'],
  ...['\u0301', '\u0307', '\u0338', '\u3099', '\u1161', 'ᄀ', '가', '😀', '<', '=', '>', '.', '…', '½', '²'],
  ...['ß', 'ẞ', 'İ', 'ı', 'Σ', 'ς', 'ﬁ', 'ŉ', 'ſ', '\u212a', '´', 'é', 'Ж', '李', 'n', 'u', 'b', '0'],
];
const character = fc.oneof(fc.constantFrom(...'abkisfKS019@.-+_'), fc.constantFrom(...odd));
const textOf = (most: number) => fc.array(character, { maxLength: most }).map((all) => all.join(''));
const value = fc
  .oneof(fc.constantFrom('ana@example.com', 'Ana Pop', "O'Brien, Zoë", '+40 721 000 111', 'Жанна'), textOf(8))
  .filter((text) => folded(text).length >= 3);

/** The same value as others may write it. */
const disguises: readonly ((one: string) => string)[] = [
  (one) => one,
  (one) => one.toUpperCase(),
  (one) => one.normalize('NFD'),
  (one) => (/[!-~]/u.test(one) ? String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0) : one),
  (one) => (one === ' ' ? ' \n\u00a0' : one),
  (one) => (/[a-z]/u.test(one) ? String.fromCodePoint((one.codePointAt(0) ?? 0) + 0x1d400 - 0x47) : one),
];
const disguised = (text: string, picks: readonly number[]): string =>
  [...text].map((one, at) => disguises[picks[at % picks.length] ?? 0]?.(one) ?? one).join('');

const cells = fc.record({
  value,
  picks: fc.array(fc.nat(disguises.length - 1), { minLength: 1, maxLength: 8 }),
  around: fc.tuple(textOf(4), textOf(4)),
});

it('is never in a string of some JSON that says that it is not', () => {
  let found = 0;
  fc.assert(
    fc.property(cells, ({ value, picks, around: [before, after] }) => {
      const record = recordNamed(value, 'receipt');
      const row = { cells: ['other', `${before}${disguised(value, picks)}${after}`], row: 7 };
      if (!record.isIn(row)) return;
      found += 1;
      expect(record.mayBeInJson(JSON.stringify(row))).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(300);
});

it.each(['ana@example.com', 'Ana Pop', 'Zoë Pop'])('%s is not in JSON of others', (value) => {
  const json = JSON.stringify({ cells: ['diana@example.org', 'Zoé', 'Anna'], row: 7 });
  expect(recordNamed(value, 'receipt').mayBeInJson(json)).toBe(false);
});

it('is found beside more marks than a letter has, in time in proportion to the text', () => {
  const marks = '\u0315'.repeat(40_000) + '\u0300'.repeat(40_000);
  const zoe = recordNamed('zoë@example.com', 'receipt');
  const began = performance.now();
  for (const text of [`x${marks},zoe\u0308@example.com`, `Zoë@example.com,x${marks}`]) {
    expect(zoe.isIn(text)).toBe(true);
    expect(zoe.mayBeInJson(JSON.stringify(text))).toBe(true);
  }
  // By the square of its length it would take ten seconds.
  expect(performance.now() - began).toBeLessThan(2000);
});
