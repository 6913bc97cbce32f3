import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';

describe('sluice local', () => {
  it('refuses a file in place of the data folder before anything is started', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'sluice-cli-'));
    await writeFile(join(cwd, 'data'), '');
    const { status, stderr } = await runCaptured(['local', '--data', 'data'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('data: this is a file. Expected a folder, there or not.');
    expect(stderr).not.toContain('Synthesizing');
  });
});
