import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importableSchemas } from '../records/importable-schemas.ts';
import { foldName } from '../wire/fold.ts';
import { fieldKinds } from './field-kinds.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';
import { isSurelyTaken, longestUsualText } from './sure-values.ts';
import { inputOf } from './values.ts';

const isType = (name: string): name is FieldType => Object.hasOwn(fieldKinds, name);
const specs = Object.keys(fieldKinds)
  .filter(isType)
  .flatMap((type): FieldSpec[] => [
    { type, values: ['a', 'b'] },
    { type, values: ['a', 'b'], maxLength: 5 },
  ]);
const near = fc.oneof(
  fc.emailAddress(),
  fc.stringMatching(/^[ab.@_-]{1,12}@[ab.-]{1,8}\.[a-z]{1,3}$/),
  fc.stringMatching(/^\d{4}-\d\d-[0-3]\d$/),
  fc.constantFrom('a', 'b', 'UTC', 'Europe/Berlin', 'utc ', '\ud800', 'é', '\u0085', '\n', ' '),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.jsonValue(),
);

test('a value that is surely valid is valid by the schema of its field', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.constantFrom(...specs), near, (spec, value) => {
      if (!isSurelyTaken(spec, value)) return;
      found += 1;
      expect(inputOf(spec).safeParse(value).success).toBe(true);
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(300);
});

const usual = fc.oneof(
  fc.constantFrom('a', '~', '\u00a0', '\ud7ff'),
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0xa0, max: 0xd7ff }).map((code) => String.fromCharCode(code)),
);

test('a field takes any text of usual characters of the length that it states', () => {
  const text = fc.string({ unit: usual, minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.constantFrom(...specs), text, (spec, text) => {
      const value = text.slice(0, longestUsualText(spec));
      expect(value === '' || inputOf(spec).safeParse(value).success).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('no two values of a choice fold to one', () => {
  for (const { fields } of importableSchemas) {
    for (const { values = [] } of Object.values(fields))
      expect(new Set(values.map(foldName)).size).toBe(values.length);
  }
});
