import { describe, expect, test } from 'vitest';
import type { FieldSpec } from './field-spec.ts';
import { valueOfText } from './text-values.ts';

const of = (type: FieldSpec['type'], more: Partial<FieldSpec> = {}): FieldSpec => ({ type, ...more });

describe('a text becomes a value only where it would come back the same', () => {
  test.each([
    ['text', ' 007 ', ' 007 '],
    ['phone', '0151 22', '0151 22'],
    ['email', ' Ann@Example.com ', 'Ann@Example.com'],
    ['boolean', 'Yes', true],
    ['boolean', ' n ', false],
    ['boolean', '1', true],
    ['boolean', 'FALSE', false],
    ['boolean', 'perhaps', 'perhaps'],
    ['date', ' 2026-01-31 ', '2026-01-31'],
    ['date', '31.01.2026', '31.01.2026'],
    ['integer', '42', 42],
    ['integer', '042', '042'],
    ['number', '-0.50', -0.5],
    ['number', '1,5', '1,5'],
    ['number', '1e5', '1e5'],
    ['number', '12345678901234567', '12345678901234567'],
    ['idList', 'a; b ;c;', ['a', 'b', 'c']],
    ['idList', 'a;;b', ['a', '', 'b']],
    ['textList', '0012', ['0012']],
  ] as const)('%s %j', (...[type, text, value]) => {
    expect(valueOfText(of(type), text)).toEqual(value);
  });

  test('a choice in any case', () => {
    const spec = of('choice', { values: ['client', 'professional'] });
    expect(valueOfText(spec, 'CLIENT ')).toBe('client');
    expect(valueOfText(spec, 'other')).toBe('other');
  });
});
