import { expect, it } from 'vitest';
import { keepRecent } from './recent.ts';

it('keeps what was used last, as much of it as fits', () => {
  const kept = keepRecent<string>(6, ({ length }) => length);
  kept.set('a', 'aa');
  kept.set('b', 'bb');
  kept.set('c', 'cc');
  expect(kept.get('a')).toBe('aa');
  kept.set('d', 'dddd');
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual(['aa', undefined, undefined, 'dddd']);
  kept.set('a', 'a');
  kept.set('e', 'e');
  expect(['a', 'd', 'e'].map((key) => kept.get(key))).toEqual(['a', 'dddd', 'e']);
  kept.set('f', 'too long');
  expect(['a', 'd', 'e', 'f'].map((key) => kept.get(key))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
