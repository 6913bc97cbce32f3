import { expect } from 'vitest';
import { wordingProblems } from '../../../../test/words/jargon.ts';
import { parseArgv } from '../argv.ts';
import type { Captured } from './captured.ts';
import { commandsIn } from './commands-in.ts';
import { wordsOf } from './words-of.ts';

const folder = new URL('../../golden/', import.meta.url).pathname;

/** What differs from one test to the next, and what stands for it. */
export type Steady = readonly (readonly [found: RegExp | string, steady: string])[];

/**
 * Compares an answer with its golden file. Its messages are held to the words of their readers, and its commands to the real
 * program. Data on stdout is the sender's, not ours: `isData` leaves it out of that.
 */
export async function holdsGolden(
  name: string,
  line: string,
  { status, stdout, stderr, isData = false, steady = [] }: Captured & { isData?: boolean; steady?: Steady },
): Promise<void> {
  const answer = `$ npx sluice ${line}\n${stdout}${stderr === '' ? '' : `--- stderr\n${stderr}`}--- ends with ${status}\n`;
  const text = steady.reduce((all, [found, word]) => all.replaceAll(found, word), answer);
  await expect(text).toMatchFileSnapshot(`${folder}${name}.txt`);
  const messages = isData ? stderr : `${stdout}\n${stderr}`;
  expect(wordingProblems(messages)).toEqual([]);
  for (const command of commandsIn(messages))
    expect(() => parseArgv(wordsOf(command)), command).not.toThrow();
}
