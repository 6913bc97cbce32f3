import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseArgv } from './argv.ts';
import { exitCodes } from './exit-codes.ts';
import { declareProgram } from './program.ts';
import { runCaptured } from './testing/captured.ts';
import { wordsOf } from './testing/words-of.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

describe('docs/command-line.md', () => {
  let doc: string;
  let examples: string[][];
  beforeAll(async () => {
    const page = await readFile(`${repository}/docs/command-line.md`, 'utf8');
    doc = page.replaceAll(/ \\\n +/g, ' ');
    examples = [...doc.matchAll(/^npx sluice (.*?)( < .*)?$/gm)].map(([, line = '']) => wordsOf(line));
  });

  const commands = declareProgram(
    () => undefined,
    () => undefined,
  ).commands.map((command) => ({
    name: command.name(),
    options: command.options.map(({ long }) => long ?? ''),
  }));

  it.each(commands)('describes `$name` with all its options and an example', ({ name, options }) => {
    expect(doc).toContain(`[\`${name}\`](#${name})`);
    expect(doc).toContain(`\n## ${name}\n`);
    for (const option of options) expect(doc).toContain(`\`${option}`);
    expect(examples.map(([command]) => command)).toContain(name);
  });

  it('shows only command lines that exist', () => {
    expect(examples.length).toBeGreaterThan(10);
    for (const argv of examples) expect(parseArgv(argv)).toHaveProperty('invocation');
  });

  it('lists every exit code with its meaning', () => {
    for (const { status, meaning } of Object.values(exitCodes))
      expect(doc).toContain(`| ${status} | ${meaning} |`);
  });

  it('shows plans that can be made, of good rows and of five wrong ones', async () => {
    const plans = examples.filter(([command]) => command === 'plan');
    const statuses: number[] = [];
    for (const argv of plans) statuses.push((await runCaptured(argv, { cwd: repository })).status);
    expect(statuses).toStrictEqual([exitCodes.ok.status, exitCodes.rowsLeft.status]);
  });
});
