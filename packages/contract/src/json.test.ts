import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly, parseJson } from './json.ts';

test.each([
  ['9007199254740993', NaN],
  ['-9007199254740993', NaN],
  ['9007199254740992', 9007199254740992],
  ['123456789012345678901234567890', NaN],
  ['1e21', 1e21],
  ['1e-7', 1e-7],
  ['0.30000000000000004', 0.30000000000000004],
  // As C writes 0.1 with 17 digits.
  ['0.10000000000000001', 0.1],
  ['0.1234567890123456789', NaN],
  ['1e400', NaN],
  ['1e-400', NaN],
  ['0e400', 0],
  [`1${'0'.repeat(200)}`, 1e200],
  ['34879210138002150', 34879210138002150],
])('the number %s of a JSON text is kept with all its digits, or is NaN', (number, value) => {
  const lost: string[] = [];
  const text = `{"texts":["9007199254740993"," 1e400"],"b":[1,{"c": ${number}}],"d":${number}}`;
  const texts = ['9007199254740993', ' 1e400'];
  expect(parseExactly(text, (one) => void lost.push(one))).toEqual({ texts, b: [1, { c: value }], d: value });
  expect(lost).toEqual(Number.isNaN(value) ? [number, number] : []);
});

test('what JavaScript writes as JSON is read as by its parser', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      expect(parseExactly(text)).toEqual(parseJson(text));
    }),
  );
});
