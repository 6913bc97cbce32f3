import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { wordingProblems } from './jargon.ts';

const golden = new URL('../../packages/answers/golden/', import.meta.url);
const names = await readdir(golden);

it.each(names)('a reader stumbles over nothing in the mail %s', async (name) => {
  expect(wordingProblems(await readFile(new URL(name, golden), 'utf8'))).toEqual([]);
});
