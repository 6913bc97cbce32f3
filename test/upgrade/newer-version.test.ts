import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newFields, newFormat } from './newer-version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each([...newFields, newFormat])('the newer version can be made: $to', ({ file, from }) => {
  expect(readFileSync(`${root}${file}`, 'utf8').split(from)).toHaveLength(2);
});
