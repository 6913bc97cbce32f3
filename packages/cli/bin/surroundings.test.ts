import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const sluice = join(import.meta.dirname, 'sluice.js');

it('ends quietly when its reader stops early, and writes the same in any language, terminal or colour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'));
  try {
    const rows = Array.from({ length: 20_000 }, (_, at) => `Ana ${at},a${at}@example.com\n`).join('');
    await writeFile(join(folder, 'new.csv'), `Name,E-mail\n${rows}`);
    const german = 'LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8';
    const japanese = 'LANG=ja_JP.UTF-8 COLUMNS=40 TERM=dumb NO_COLOR=1';
    const command = `'${process.execPath}' '${sluice}'`;
    const inShell = (line: string) => run('bash', ['-c', `set -o pipefail; ${line}`], { cwd: folder });
    const [read, plan] = await Promise.all([
      inShell(`${german} ${command} read new.csv | head -2`),
      inShell(`${japanese} ${command} plan new.csv --schema client --lookup email`),
    ]);
    expect(read).toEqual({ stdout: 'Name,E-mail\r\nAna 0,a0@example.com\r\n', stderr: '' });
    expect(plan.stdout).toContain('20,000');
    expect(plan.stdout).not.toContain('\u001B');
  } finally {
    await rm(folder, { recursive: true });
  }
});
