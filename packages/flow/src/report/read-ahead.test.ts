import { expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

it('gives the items in order, and reads only some ahead', async () => {
  const begun: number[] = [];
  const next = readAhead(
    [1, 2, 3, 4, 5],
    async (item) => {
      begun.push(item);
      return item * 10;
    },
    2,
  );
  expect(begun).toEqual([]);
  expect(await next()).toBe(10);
  expect(begun).toEqual([1, 2, 3]);
  expect([await next(), await next(), await next(), await next()]).toEqual([20, 30, 40, 50]);
  await expect(next()).rejects.toThrow('nothing more');
});

it('throws the error of a reading only in the call for that item', async () => {
  const next = readAhead([1, 2, 3], async (item) => {
    if (item === 2) throw new Error('it is gone');
    return item;
  });
  expect(await next()).toBe(1);
  await expect(next()).rejects.toThrow('it is gone');
  expect(await next()).toBe(3);
});
