import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonMistake } from './json-mistake.ts';

test.each([
  ['{ "a": "\\d{5}" }', 'line 1, character 9: \\d must be written \\\\d'],
  ['{\n  "a": 1,\n  "b": 2,\n}', 'line 3, character 9: leave out the comma before }'],
  ['{ "a": [1, 2,] }', 'line 1, character 13: leave out the comma before ]'],
  ['{\r\n  "a": 1\r\n  "lookup": 2 }', 'line 3, character 3: expected a comma before "lookup"'],
  ['{ "a": 1, "b" 2 }', 'line 1, character 15: expected a colon after the name, not 2'],
  ['{ “a”: 1 }', 'line 1, character 3: “ is not a "'],
  ['{ "a": "x”, "b": "y" }', 'line 1, character 10: ” is not a "'],
  ['{ "a": "x” }', 'line 1, character 10: ” is not a "'],
  ["{ 'a': 1 }", `line 1, character 3: write " instead of '`],
  ['{ a: 1 }', 'line 1, character 3: write " before and after a'],
  ['{ "a": True }', 'line 1, character 8: write true, not True'],
  ['{ "a": 01 }', 'line 1, character 8: 01 is no number of JSON; write it in "'],
  ['{ "a": "x\n" }', 'line 1, character 8: this text has no " at its end'],
  ['{ "a": "x\ty" }', 'line 1, character 10: write a tab in a text as \\t'],
  ['// x\n{}', 'line 1, character 1: JSON has no comments: leave this out'],
  ['{ "a": [1 }', 'line 1, character 11: expected ], not }'],
  ['{ "a": { "b": 1 }', 'line 1, character 18: a } is missing at the end'],
  ['{ "a": 1 } }', 'line 1, character 12: nothing may be after the last }, but there is }'],
  ['', 'line 1, character 1: the file is empty; expected an object in { }'],
  ['{ "a" : , }', 'line 1, character 9: there is a comma too many'],
  ['{ 1: 2 }', 'line 1, character 3: expected a name in ", not 1'],
])('%j: %s', (text, mistake) => {
  expect(jsonMistake(text)).toBe(mistake);
});

test('a text has a mistake exactly where it is no JSON (property)', () => {
  const sign = fc.constantFrom(
    ...'{}[],: "\\\n\t',
    '"a"',
    '1',
    '-0.5e3',
    'true',
    'NULL',
    '”',
    '\\u00e9',
    'é',
    '01',
  );
  const text = fc.oneof(
    fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
    fc.tuple(fc.json(), fc.nat(), fc.nat(3), sign).map(([json, place, cut, put]) => {
      const at = place % (json.length + 1);
      return json.slice(0, at) + put + json.slice(at + cut);
    }),
  );
  const isJson = (json: string) => {
    try {
      JSON.parse(json);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(text, (json) => {
      expect(jsonMistake(json) === undefined).toBe(isJson(json));
    }),
    { numRuns: 2000 },
  );
});
