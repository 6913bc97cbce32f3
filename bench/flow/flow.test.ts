import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));

it('the bench of the flow, with a tiny sheet, counts what each row costs, finds everybody once and leaves nothing behind', async () => {
  const temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
  try {
    const argv = [entry, 'flow', '20', '--only', 'growth', '--markdown'];
    const { stdout } = await promisify(execFile)(process.execPath, argv, {
      env: { ...process.env, TMPDIR: temp },
    });
    const time = String.raw`\| [\d.]+ s `;
    // A dry run and an import of one batch, and at least one question for each: 4 of 20 rows.
    const requests = String.raw`\| \d\d\d \| [\d,]+ \| [\d,]+ \| 100 `;
    expect(stdout).toMatch(
      new RegExp(`^\\| 20 (${time}){3}${requests}\\| [\\d,]+ MB \\| 20 \\| 0 \\|$`, 'm'),
    );
    expect(readdirSync(temp)).toEqual([]);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}, 180_000);
