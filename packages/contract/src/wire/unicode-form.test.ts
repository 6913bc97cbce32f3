import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase, foldName } from './fold.ts';
import { inForm } from './unicode-form.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const [one, other] = ['\u0315', '\u0300'];

describe('a text', () => {
  it('is in its Unicode form, whatever is in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, fc.constantFrom(...forms), (plain, form) => {
        expect(inForm(plain, form)).toBe(plain.normalize(form));
      }),
    );
    const most = `e${(one + other).repeat(32)} ${'ﾞ'.repeat(32)}${other.repeat(32)}`;
    for (const form of forms) expect(inForm(most, form)).toBe(most.normalize(form));
  });

  it('with more marks on a letter than any has keeps these, and the rest is in its form', () => {
    const marks = (one + other).repeat(40);
    for (const form of forms) expect(inForm(`e\u0301x${marks}e\u0301`, form)).toMatch(`x${marks}`);
    expect(inForm(`e\u0301x${marks}e\u0301`, 'NFC')).toBe(`éx${marks}é`);
  });

  it.each([
    ['two marks in turn', (one + other).repeat(65_000)],
    ['one mark after the other', one.repeat(65_000) + other.repeat(65_000)],
    ['signs that become marks', ('ﾞ' + other).repeat(65_000)],
    ['as many marks as are put in order', `${one.repeat(32)}${other.repeat(32)}a`.repeat(2_000)],
  ])('of %s takes time in proportion to its length', (_, text) => {
    const began = performance.now();
    foldCase(text);
    foldName(text);
    // By the square of its length it would take half a minute.
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
