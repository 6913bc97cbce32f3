import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));
/** On a machine where everything else runs too. */
const patienceMs = 120_000;

async function linesOf(...argv: readonly string[]): Promise<readonly string[]> {
  const all = [entry, ...argv, '--rounds', '1', '--markdown'];
  const { stdout } = await promisify(execFile)(process.execPath, all);
  return stdout.split('\n');
}

const figures = /\| [\d.]+ s \| [\d,]+ \| \d+ MB \| [\d.]+× \|$/u;

it(
  'prints the plan and the obvious way, each having read all rows, and the memory by size',
  async () => {
    const lines = await linesOf('reading', '--rows', '400', '--megabytes', '1');
    for (const what of ['sluice: the plan', 'papaparse'])
      expect(
        lines.find((each) => each.startsWith(`| ${what}`)),
        what,
      ).toMatch(figures);
    expect(lines).toContainEqual(
      expect.stringMatching(/^\| 1 MB \| 8,613 \| [\d.]+ s \| \d+ MB \| 140 MB \|$/u),
    );
  },
  patienceMs,
);

it(
  'prints every reader of workbooks, each having read all rows of both kinds',
  async () => {
    const lines = await linesOf('workbooks', '--rows', '300');
    for (const what of ['sluice', 'exceljs', 'hucre', 'read-excel-file']) {
      const found = lines.filter((each) => each.startsWith(`| ${what}`));
      expect(found, what).toHaveLength(2);
      for (const line of found) expect(line).toMatch(figures);
    }
  },
  patienceMs,
);
