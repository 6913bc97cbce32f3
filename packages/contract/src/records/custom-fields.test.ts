import { expect, test } from 'vitest';
import {
  customFieldAnswer,
  customFieldNamed,
  customFieldSpec,
  customFieldTypes,
  customFieldValue,
  titleRefusal,
  type CustomFieldDefinition,
} from './custom-fields.ts';
import { refusalOf } from '../fields/values.ts';

const definition = (overrides: Partial<CustomFieldDefinition> = {}): CustomFieldDefinition => ({
  id: 'f1',
  schema: 'issue',
  title: 'Shoe size',
  type: 'number',
  retired: false,
  ...overrides,
});

test('a field is named by its id or its folded title, unless it is retired', () => {
  const fields = [definition(), definition({ id: 'f2', title: 'Colour', retired: true })];
  expect(customFieldNamed(fields, 'SHOE-size')?.id).toBe('f1');
  expect(customFieldNamed(fields, 'f1')?.id).toBe('f1');
  expect(customFieldNamed(fields, 'F1')).toBeUndefined();
  expect(customFieldNamed(fields, 'Colour')).toBeUndefined();
});

test('a title is refused that is a field of the schema, or that another field in use has', () => {
  expect(titleRefusal('Due date', 'issue', [])).toContain('dueDate');
  expect(titleRefusal('DELETED', 'issue', [])).toContain('deleted');
  expect(titleRefusal('Custom fields', 'interestAccount', [])).toContain('customFields');
  expect(titleRefusal('…', 'issue', [])).toContain('letters or digits');
  expect(titleRefusal('shoe_size', 'issue', [definition()])).toContain('f1');
  expect(titleRefusal('shoe_size', 'interestAccount', [definition()])).toBeUndefined();
  expect(titleRefusal('shoe_size', 'issue', [definition({ retired: true })])).toBeUndefined();
});

test.each([
  ['number', ' 44.5 ', 44.5, '44.5'],
  ['boolean', 'Yes', true, 'true'],
  ['date', '2026-01-31', '2026-01-31', '2026-01-31'],
  ['text', ' 007 ', ' 007 ', ' 007 '],
  ['choice', 'DARK red', 'Dark red', 'Dark red'],
] as const)('a %s is read from the text of a cell, and answered as text', (type, sent, value, text) => {
  const field = definition({ type, ...(type === 'choice' && { options: ['Dark red', 'Blue'] }) });
  expect(customFieldValue(field, sent)).toBe(value);
  expect(refusalOf(customFieldSpec(field), value)).toBeUndefined();
  expect(customFieldAnswer(field, value)).toEqual({ id: 'f1', title: 'Shoe size', text });
});

test.each(customFieldTypes)('a blank text clears a %s, as null does', (type) => {
  const field = definition({ type, ...(type === 'choice' && { options: ['Blue'] }) });
  for (const sent of ['', ' \t', null]) {
    expect(customFieldValue(field, sent)).toBeNull();
    expect(refusalOf(customFieldSpec(field), customFieldValue(field, sent))).toBeUndefined();
  }
});

test('an uncertain value stays as it was sent, so that the check refuses it', () => {
  const field = definition();
  expect(customFieldValue(field, '1,5')).toBe('1,5');
  expect(refusalOf(customFieldSpec(field), '1,5')).toMatchObject({ code: 'not_number' });
  expect(customFieldValue(field, { size: 44 })).toEqual({ size: 44 });
  for (const text of ['3.000', '-12.500', ' 125.125 ']) {
    expect(customFieldValue(field, text)).toBe(text);
    expect(refusalOf(customFieldSpec(field), text)).toMatchObject({ code: 'unclear_number' });
  }
  expect(['0.125', '1250.125', '3.00', '3.0001'].map((text) => customFieldValue(field, text))).toEqual([
    0.125, 1250.125, 3, 3.0001,
  ]);
});

test('an empty field is not answered, but a flag that was never set is false', () => {
  expect(customFieldAnswer(definition(), undefined)).toBeUndefined();
  expect(customFieldAnswer(definition({ type: 'text' }), '')).toBeUndefined();
  expect(customFieldAnswer(definition({ type: 'boolean' }), undefined)?.text).toBe('false');
});

test('a day is answered without a time, any other date with it', () => {
  const field = definition({ type: 'date' });
  expect(customFieldAnswer(field, '2026-01-31T00:00:00.000Z')?.text).toBe('2026-01-31');
  expect(customFieldAnswer(field, '2026-01-31T09:30:00.000Z')?.text).toBe('2026-01-31T09:30:00.000Z');
});
