import { expect, it } from 'vitest';
import { wordingProblems } from '../../../test/words/jargon.ts';
import { declareProgram } from './program/program.ts';
import { runCaptured } from './testing/captured.ts';

const program = declareProgram(
  () => undefined,
  () => undefined,
);
const names = program.commands.flatMap((command) => [
  [command.name()],
  ...command.commands.map((under) => [command.name(), under.name()]),
]);

it.each(names.map((words) => [words.join(' '), words] as const))(
  'the help of `%s` is in the words of its readers',
  async (_, words) => {
    const { status, stdout } = await runCaptured([...words, '--help'], { cwd: '/' });
    expect(status).toBe(0);
    // Lines are broken where the terminal ends.
    const help = stdout.replace(/^Usage: .*$/mu, '').replaceAll(/\n {10,}/gu, ' ');
    expect(wordingProblems(help)).toEqual([]);
  },
);
