import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));
/** On a machine where everything else runs too. */
const patienceMs = 120_000;

it(
  'prints every contender, each having read all rows, and the memory by size',
  async () => {
    const argv = [entry, 'reading', '--rows', '400', '--rounds', '1', '--megabytes', '1', '--markdown'];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    for (const what of [
      'sluice: JSON batches',
      'sluice: rows alone',
      'sluice: the plan',
      '(a)',
      '(b)',
      '(c)',
      '(d)',
    ]) {
      const line = stdout.split('\n').find((each) => each.startsWith(`| ${what}`));
      expect(line, what).toMatch(/\| [\d.]+ s \| [\d,]+ \| \d+ \| \d+ MB \| [\d.]+× \| [\d.]+× \|$/);
    }
    expect(stdout).toMatch(/^\| 1 MB \| 8,613 \| [\d.]+ s \| [\d,]+ \| \d+ \| \d+ MB \| 120 MB \|$/m);
  },
  patienceMs,
);
