import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));

it('prints every contender, each having read all rows of both kinds of workbook', async () => {
  const argv = [entry, 'workbooks', '--rows', '300', '--rounds', '1', '--markdown'];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  for (const what of ['sluice', 'hucre', 'read-excel-file']) {
    const lines = stdout.split('\n').filter((each) => each.startsWith(`| ${what}`));
    expect(lines, what).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/\| [\d.]+ s \| [\d,]+ \| \d+ MB \| [\d.]+× \|$/u);
  }
}, 120_000);
