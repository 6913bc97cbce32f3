import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('.', import.meta.url));
/** Makes the Node that starts the file look old, but not the one that it hands over to. */
const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })';

function startOnOldNode(folder: string, ...argv: string[]) {
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
    join(folder, 'sluice.js'),
    ...argv,
  ];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

describe('starting on an older Node', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'sluice-bin-'));
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'hands over to the Node 24 of the installation',
    () => {
      expect(startOnOldNode(bin, '--help')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Usage: sluice'),
      });
      expect(startOnOldNode(bin, 'fly')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("'fly'"),
      });
    },
  );

  it('explains how to get Node 24 when there is none', () => {
    cpSync(bin, elsewhere, { recursive: true });
    const { status, stderr } = startOnOldNode(elsewhere, '--help');
    expect(status).toBe(1);
    expect(stderr).toContain('this is Node 20.19.0, and it needs Node 24 or later');
    expect(stderr).toContain('npm ci');
  });
});
