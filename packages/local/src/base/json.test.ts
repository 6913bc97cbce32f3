import { expect, test } from 'vitest';
import { Json } from './json.ts';

test('a text stays as it came, and its value is made once', () => {
  const came = Json.ofText('{ "a":  [1] }');
  expect(came.value).toEqual({ a: [1] });
  expect(came.value).toBe(came.value);
  expect(came.text).toBe('{ "a":  [1] }');
});

test('a value becomes a text when it is asked for, and a text that is no JSON fails only when it is read', () => {
  expect(Json.ofValue({ a: [1] }).text).toBe('{"a":[1]}');
  const broken = Json.ofText('{');
  expect(broken.text).toBe('{');
  expect(() => broken.value).toThrow(SyntaxError);
});
