import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interestAccountFields } from '../resources/interest-account.ts';
import { issueFields } from '../resources/issue.ts';
import { listItemFields } from '../resources/list-item.ts';
import { roleFields } from '../resources/role.ts';
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

  const exact = [
    ['name', userFields.name],
    ['username', userFields.username],
    ['owner number', interestAccountFields.ownerNumber],
    ['identifier', issueFields.identifier],
    ['code', listItemFields.code],
    ['title', issueFields.title],
    ['name of a role', roleFields.name],
  ] as const;

  test.each(exact)('a %s matches in NFC, without outer and with single white space', (_, spec) => {
    const matching = matchingValue(spec, 'Jos\u00e9 5');
    for (const written of [
      'Jose\u0301 5',
      ' Jos\u00e9  5 ',
      'Jos\u00e9\u00a05',
      'Jose\u0301\r\n5\t',
      '\ufeffJos\u00e9 5',
    ])
      expect(matchingValue(spec, written)).toBe(matching);
    for (const other of ['Jos\u00e95', 'Jose 5', 'Jos\u00e9 05'])
      expect(matchingValue(spec, other)).not.toBe(matching);
    expect(storedValue(spec, ' Jose\u0301  5\n')).toBe('Jose\u0301  5');
  });

  test('the case of a name counts', () => {
    expect(matchingValue(userFields.name, 'ann')).not.toBe(matchingValue(userFields.name, 'Ann'));
  });

  test('values that refer to records are stored without outer white space', () => {
    expect(storedValue(issueFields.ownerNumbers, [' 0012 ', '7'])).toEqual(['0012', '7']);
    expect(storedValue(issueFields.requesterId, ' ann@example.com ')).toBe('ann@example.com');
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

  test.each([
    ['composition', 'Zo\u00eb \u00c5ngstr\u00f6m', 'Zoe\u0308 A\u030angstro\u0308m'],
    ['outer white space', '1 Main St', ' 1 Main St\n'],
    ['repeated spaces', '1 Main St', '1  Main\u00a0St'],
    ['line ends', '1 Main St\nTown', '1 Main St \r\nTown'],
  ])('a text that differs only in %s is the same, since both look alike', (_, one, other) => {
    for (const spec of [userFields.name, interestAccountFields.address, { type: 'phone' } as const])
      expect(sameValue(spec, one, other)).toBe(true);
    expect(sameValue(issueFields.ownerNumbers, ['7', one], ['7', other])).toBe(true);
  });

  test('a line break in place of a space is a change, since it shows', () => {
    expect(sameValue(interestAccountFields.address, '1 Main St Town', '1 Main St\nTown')).toBe(false);
    expect(sameValue(userFields.homePhone, '030 8', '0308')).toBe(false);
  });

  test('a corrected case is a change, though it matches', () => {
    expect(sameValue(userFields.email, 'ANN@example.com', 'ann@example.com')).toBe(false);
  });
});
