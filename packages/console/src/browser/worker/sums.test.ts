import { partBytes, wholeBytes } from '@sluice/console-api/sizes';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sumsOf } from './sums.ts';

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a file that is sent whole has one sum', async () => {
  const bytes = Buffer.from('a,b\n1,2\n');
  expect(await sumsOf(new Blob([bytes]), () => true)).toEqual({ sha256: sumOf(bytes), parts: [] });
});

test('a larger file has the sum of each part, too', async () => {
  const bytes = Buffer.alloc(wholeBytes + 10, 'abc');
  const parts = [0, 1, 2, 3, 4].map((part) =>
    sumOf(bytes.subarray(part * partBytes, (part + 1) * partBytes)),
  );
  expect(await sumsOf(new Blob([bytes]), () => true)).toEqual({ sha256: sumOf(bytes), parts });
}, 20_000);

test('sums that nobody wants any more are given up', async () => {
  expect(await sumsOf(new Blob(['a']), () => false)).toBeUndefined();
});
