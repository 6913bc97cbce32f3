import { describe, expect, test } from 'vitest';
import { designatedIn } from './designations.ts';

const numbersIn = (message: string, values: readonly string[] = []) =>
  designatedIn(message, values).map(({ number }) => number);

describe('the records that a message designates', () => {
  test.each([
    ['Record 3: name is blank', [3]],
    ['Validation failed: Record #2: email is missing.', [2]],
    ['The email of record no. 12 is taken', [12]],
    ['Record number 1 (email) is invalid; record no. 3: unknown role', [1, 3]],
    ['record 1: blank\nrecord 4: blank', [1, 4]],
    ['records 3, 5 and 7 are invalid', [3, 5, 7]],
    ['Record 3, 2 fields are missing', [3]],
    ['the records are invalid', []],
  ])('are those of the server: %j', (message, numbers) => {
    expect(numbersIn(message)).toEqual(numbers);
  });

  test.each([
    ['Record 2: name "see record 7" is too long', [2]],
    [`Record 2: name 'record 7' is too long`, [2]],
    ['Record 2: name `record 7` is too long', [2]],
    ['Record 2: name „record 7“ is too long', [2]],
    ['Record 2: name “record 7” is too long', [2]],
    ['Record 2: name «record 7» is too long', [2]],
    ['name "record 7" of record 2 is too long', [2]],
    ['Record 2: name "a\nrecord 7: b" is too long', [2]],
    [String.raw`Record 2: name "a \" record 7" is too long; record 3: blank`, [2, 3]],
    ['Record 2: name "; record 7 and more, cut at its en', [2]],
    [`Record 2 isn't valid; record 3 isn't either`, [2, 3]],
  ])('are none in a quoted value: %j', (message, numbers) => {
    expect(numbersIn(message)).toEqual(numbers);
  });

  test.each([
    ['Record 2 is the same as record 7', [2], []],
    ['Record 2: a; record 7 b is too long', [2], ['a; record 7 b']],
    ['see record 7 is no date (record 2)', [2], ['see record 7']],
    ['Record 2: record 7 is no address', [2], ['record 7']],
    ['Record 2: first\nrecord 7 is too long', [2], ['first\nrecord 7']],
  ])('are none in a value without quotes: %j', (message, numbers, values) => {
    expect(numbersIn(message, values)).toEqual(numbers);
  });

  test('have the words after them, with their values', () => {
    expect(designatedIn('Record 2: "a; record 7" is bad; record 3: blank', [])).toEqual([
      { number: 2, words: ': "a; record 7" is bad' },
      { number: 3, words: ': blank' },
    ]);
  });

  test('are found in linear time', () => {
    for (const part of ['record ', `" 'a `, '; record 1 ', '„«‹'])
      expect(numbersIn(part.repeat(50_000)).length).toBeLessThanOrEqual(50_001);
  });
});
