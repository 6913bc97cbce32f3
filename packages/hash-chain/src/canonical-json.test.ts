import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('has every key, also __proto__, so that none can be added or changed unnoticed', () => {
  const value = (more: string): unknown => JSON.parse(`{"b":1${more},"a":{"__proto__":2}}`);
  expect(canonicalJson(value(''))).toBe('{"a":{"__proto__":2},"b":1}');
  expect(canonicalJson(value(',"__proto__":{"c":3}'))).toBe(
    '{"__proto__":{"c":3},"a":{"__proto__":2},"b":1}',
  );
});
