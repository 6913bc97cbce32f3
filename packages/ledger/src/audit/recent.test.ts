import { expect, it } from 'vitest';
import { keepRecent } from './recent.ts';

it('keeps the most recently used values that fit', () => {
  const kept = keepRecent<string>(6, ({ length }) => length);
  kept.set('a', 'aa');
  kept.set('b', 'bb');
  kept.set('c', 'cc');
  const get = (...keys: string[]) => keys.map((key) => kept.get(key));
  expect(get('a')).toEqual(['aa']);
  kept.set('d', 'dddd');
  expect(get('a', 'b', 'c', 'd')).toEqual(['aa', undefined, undefined, 'dddd']);
  kept.set('a', 'a');
  kept.set('e', 'e');
  expect(get('a', 'd', 'e')).toEqual(['a', 'dddd', 'e']);
  kept.set('f', 'too long');
  expect(get('a', 'd', 'e', 'f').filter(Boolean)).toEqual([]);
});
