import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCase, foldName, foldSpace } from './fold.ts';
import { fieldNamed, importSchema, importableSchemas, lookupNamed } from '../records/importable-schemas.ts';

const text = fc.string({ unit: 'binary' });

test('folding twice equals folding once', () => {
  for (const fold of [foldCase, foldSpace, foldName]) {
    fc.assert(fc.property(text, (value) => fold(fold(value)) === fold(value)));
  }
});

test('case, composition and outer space make no difference to a title', () => {
  expect(foldCase(' STRASSE ')).toBe(foldCase('Straße'));
  expect(foldCase('Zoe\u0308')).toBe(foldCase('ZOË'));
  expect(foldCase('ẞ')).toBe(foldCase('ss'));
  expect(foldCase('ΟΔΟΣ')).toBe(foldCase('οδος'));
  expect(foldCase('a b')).not.toBe(foldCase('ab'));
});

const disguise = (name: string) =>
  fc
    .array(fc.record({ upper: fc.boolean(), space: fc.constantFrom('', ' ', '\t', '\u00a0') }), {
      minLength: name.length,
      maxLength: name.length,
    })
    .map((parts) =>
      parts
        .map(({ upper, space }, at) => (upper ? name.charAt(at).toUpperCase() : name.charAt(at)) + space)
        .join(''),
    );

test('schemas, lookups and headers are found in any case and spacing', () => {
  for (const schema of importableSchemas) {
    fc.assert(fc.property(disguise(schema.name), (name) => importSchema(name) === schema));
    for (const lookup of schema.lookups) {
      fc.assert(fc.property(disguise(lookup), (name) => lookupNamed(schema, name) === lookup));
    }
    for (const field of Object.keys(schema.fields)) {
      fc.assert(fc.property(disguise(field), (name) => fieldNamed(schema, name) === field));
    }
  }
});
