import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { userFields } from '../resources/user.ts';
import { fieldKinds } from './field-kinds.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { matchingValue, refusalOf, sameValue, storedValue } from './values.ts';

const isType = (name: string): name is FieldType => Object.hasOwn(fieldKinds, name);
const specs = Object.keys(fieldKinds)
  .filter(isType)
  .map((type): FieldSpec => ({ type, values: ['a', 'b'] }));
const dates = fc
  .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  .map((date) => date.toISOString());
const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.double(),
  dates,
  fc.jsonValue(),
  fc.emailAddress(),
);

test('checking any value of any type returns, and storing a valid value twice gives the same', () => {
  fc.assert(
    fc.property(fc.constantFrom(...specs), values, (spec, value) => {
      if (refusalOf(spec, value) !== undefined) return;
      const stored = storedValue(spec, value);
      expect(storedValue(spec, stored)).toEqual(stored);
      expect(sameValue(spec, stored, value)).toBe(true);
      expect(refusalOf(spec, stored)).toBeUndefined();
      expect(matchingValue(spec, stored)).toBe(matchingValue(spec, value));
      // What is kept can be answered.
      if (stored !== null) expect(fieldKinds[spec.type].answer.safeParse(stored).success).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

describe('matching', () => {
  test('e-mails match without regard to case, composition and outer space', () => {
    expect(matchingValue(userFields.email, 'zoe\u0308@x.org')).toBe(
      matchingValue(userFields.email, 'ZO\u00cb@x.org'),
    );
    expect(matchingValue(userFields.email, ' Ann@Example.COM ')).toBe(
      matchingValue(userFields.email, 'ann@example.com'),
    );
  });

  test.each([
    ['adm\u0131n@x.org', 'admin@x.org'],
    ['strau\u00df@x.org', 'strauss@x.org'],
    ['\ufb00@x.org', 'ff@x.org'],
    ['\uff41@x.org', 'a@x.org'],
    ['\u017fara@x.org', 'sara@x.org'],
  ])('the e-mails %s and %s are of two people', (one, other) => {
    expect(matchingValue(userFields.email, one)).not.toBe(matchingValue(userFields.email, other));
  });

  test('phones and ids are texts: zeros in front count', () => {
    expect(matchingValue(userFields.homePhone, '0151')).not.toBe(matchingValue(userFields.homePhone, '151'));
  });

  test('a name is trimmed, and its case counts', () => {
    expect(matchingValue(userFields.name, ' Ann ')).toBe('Ann');
    expect(matchingValue(userFields.name, 'ann')).not.toBe('Ann');
  });

  test('every empty value is stored as null', () => {
    for (const value of [null, undefined, '', ' ', []]) {
      expect(matchingValue(userFields.name, value)).toBe('');
      expect(storedValue(userFields.name, value)).toBeNull();
    }
  });
});

describe('sameness', () => {
  test('one instant written in two ways is the same date', () => {
    expect(sameValue(userFields.lastContactDate, '2024-02-29T00:00:00.000Z', '2024-02-29')).toBe(true);
    expect(
      sameValue(userFields.lastContactDate, '2024-02-29T00:00:00.000Z', '2024-02-29T02:00:00+02:00'),
    ).toBe(true);
  });

  test('a flag that was never set is false, as it is answered', () => {
    expect(sameValue(userFields.isSuspended, null, false)).toBe(true);
    expect(sameValue(userFields.isSuspended, false, null)).toBe(true);
    expect(sameValue(userFields.isSuspended, null, true)).toBe(false);
    expect(sameValue(userFields.isSuspended, true, null)).toBe(false);
  });

  test('a corrected case is a change, though it matches', () => {
    expect(sameValue(userFields.email, 'ANN@example.com', 'ann@example.com')).toBe(false);
  });
});
