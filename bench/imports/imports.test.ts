import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));

it('the bench of imports, with tiny sizes, prints requests, units, speed and memory, and leaves nothing behind', async () => {
  const temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
  try {
    const argv = [entry, 'imports', '--records', '30', '--rounds', '1', '--markdown'];
    const { stdout } = await promisify(execFile)(process.execPath, argv, {
      env: { ...process.env, TMPDIR: temp },
    });
    const figure = String.raw`\| [\d.,]+ `;
    const ratio = String.raw`\| [\d.]+× `;
    for (const action of ['created', 'updated'])
      expect(stdout).toMatch(new RegExp(`^\\| ${action} (${figure}){5}(${ratio}){2}\\| \\d+ MB \\|$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^\\| unchanged (${figure}){5}(\\| – ){2}\\| \\d+ MB \\|$`, 'm'));
    expect(readdirSync(temp)).toEqual([]);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}, 120_000);
