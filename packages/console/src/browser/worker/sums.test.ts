import { partBytes } from '../../api/sizes.ts';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sumsOf } from './sums.ts';

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a file has a sum, and one of each part', async () => {
  const bytes = Buffer.alloc(partBytes + 10, 'abc');
  const parts = [0, 1].map((part) => sumOf(bytes.subarray(part * partBytes, (part + 1) * partBytes)));
  expect(await sumsOf(new Blob([bytes]), () => true)).toEqual({ sha256: sumOf(bytes), parts });
});

test('sums that nobody wants any more are given up', async () => {
  expect(await sumsOf(new Blob(['a']), () => false)).toBeUndefined();
});
