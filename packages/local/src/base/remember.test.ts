import { expect, test } from 'vitest';
import { remembering } from './remember.ts';

test('each result is made once, and again after so many others that all were forgotten', () => {
  const made: string[] = [];
  const joined = remembering((a: string, b: string) => {
    made.push(a + b);
    return a + b;
  }, 2);
  expect([joined('a', 'bc'), joined('ab', 'c'), joined('a', 'bc')]).toEqual(['abc', 'abc', 'abc']);
  expect(made).toEqual(['abc', 'abc']);
  joined('c', 'd');
  joined('a', 'bc');
  expect(made).toEqual(['abc', 'abc', 'cd', 'abc']);
});
