import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandLine, quoted } from './shell.ts';

describe('a command in a hint', () => {
  it('can be pasted into a shell, whatever its words hold', () => {
    const words = [
      'new clients.csv',
      "Ana's list",
      '$(rm -rf x)',
      '`id`',
      'a;b|c>d',
      '*',
      '',
      '-',
      '"',
      '日本',
    ];
    const line = words.map(quoted).join(' ');
    expect(execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })).toBe(
      `${words.join('\n')}\n`,
    );
  });

  it('quotes only what a shell would read otherwise', () => {
    expect(commandLine('drop', 'FILE', '--profile', 'new clients')).toBe(
      "npx sluice drop FILE --profile 'new clients'",
    );
    expect(commandLine('run', 'abc', '--plan', 'plan.csv')).toBe('npx sluice run abc --plan plan.csv');
  });
});
