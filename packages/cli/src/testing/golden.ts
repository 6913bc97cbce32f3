import { expect } from 'vitest';
import { wordingProblems } from '../../../../test/words/jargon.ts';
import { parseArgv } from '../program/argv.ts';
import type { Captured, Surroundings } from './captured.ts';
import { commandsIn } from './commands-in.ts';
import type { Answering, FakeSystem } from './fake-system.ts';
import { wordsOf } from './words-of.ts';

const folder = new URL('../../golden/', import.meta.url).pathname;

/** What differs from one test to the next, and what stands for it. */
export type Steady = readonly (readonly [found: RegExp | string, steady: string])[];

interface HowItReads {
  /** Whether stdout has data: that is the sender's, not ours. */
  readonly isData?: boolean;
  readonly steady?: Steady;
}

interface HowItRuns extends HowItReads, Pick<Surroundings, 'env'> {
  /** How it ends; 0 when absent. */
  readonly status?: number;
  /** What the system answers from now on. */
  readonly answer?: Answering;
}

/** Runs a line in this system, and holds its answer to the golden file. */
export const goldenOf =
  (system: FakeSystem) =>
  async (name: string, line: string, { status = 0, answer, env, ...how }: HowItRuns = {}): Promise<void> => {
    if (answer !== undefined) system.answer = answer;
    const captured = await system.sluice(line, env && { env });
    await holdsGolden(name, line, { ...captured, ...how });
    expect(captured.status).toBe(status);
  };

/**
 * Compares an answer with its golden file. Its messages are held to the words of their readers, and its commands to the real
 * program.
 */
export async function holdsGolden(
  name: string,
  line: string,
  { status, stdout, stderr, isData = false, steady = [] }: Captured & HowItReads,
): Promise<void> {
  const answer = `$ npx sluice ${line}\n${stdout}${stderr === '' ? '' : `--- stderr\n${stderr}`}--- ends with ${status}\n`;
  const text = steady.reduce((all, [found, word]) => all.replaceAll(found, word), answer);
  await expect(text).toMatchFileSnapshot(`${folder}${name}.txt`);
  const messages = isData ? stderr : `${stdout}\n${stderr}`;
  expect(wordingProblems(messages)).toEqual([]);
  for (const command of commandsIn(messages))
    expect(() => parseArgv(wordsOf(command)), command).not.toThrow();
}
