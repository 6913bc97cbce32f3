import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseArgv } from './argv.ts';

const golden = new URL('../../mail/golden/', import.meta.url);

/** The words of a command as a shell takes them. */
const wordsOf = (command: string): string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

it('every command in a mail is one that the command line takes as it stands', async () => {
  const files = await Promise.all(
    (await readdir(golden)).map((name) => readFile(new URL(name, golden), 'utf8')),
  );
  const commands = new Set(files.flatMap((text) => text.match(/npx sluice [a-z][^\n]*/gu) ?? []));
  expect(new Set([...commands].map((command) => command.split(' ')[2]))).toEqual(
    new Set(['run', 'approve', 'cancel', 'decide', 'accept', 'drop', 'migrate', 'migrations', 'schedule']),
  );
  for (const command of commands) {
    const [npx, sluice, ...argv] = wordsOf(command);
    expect([npx, sluice]).toEqual(['npx', 'sluice']);
    expect(parseArgv(argv), command).toHaveProperty('invocation');
  }
});
