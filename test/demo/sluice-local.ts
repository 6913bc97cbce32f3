import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RunningSystem } from '../running-system.ts';
import { startSluice } from '../sluice-process.ts';

/** Rejects unless it ends with 0. */
const run = promisify(execFile);

/** What comes before the other tests on the same system, and what comes after them. */
export function sluiceLocal(system: RunningSystem) {
  /** As a person starts it. */
  const sluice = (...argv: string[]) => startSluice('sluice', argv, { cwd: system.folder }).ended;
  const localJson = () => join(system.folder, '.sluice', 'local.json');

  const begins = () => {
    it('keeps its tokens in a file that only its owner can read', async () => {
      expect((await stat(localJson())).mode & 0o777).toBe(0o600);
    });

    it('is found by the other commands', async () => {
      const call = await sluice('call', 'checkCredentials');
      expect(JSON.parse(call.stdout)).toMatchObject({ ok: true });
      expect(await sluice('runs', '--format', 'json')).toMatchObject({ status: 0, stdout: '[]\n' });
    });

    it('refuses what the service refuses, with 4', async () => {
      const call = await sluice('call', 'getUser', '{"id":"nobody"}');
      expect(call.status).toBe(4);
      expect(JSON.parse(call.stdout)).toMatchObject({ ok: false, error: { code: 'not_found', status: 404 } });
    });
  };

  const ends = () => {
    it('stops everything at Ctrl-C, removes local.json and ends with 0', async () => {
      system.process.interrupt();
      expect((await system.process.ended).status).toBe(0);
      await expect(stat(localJson())).rejects.toThrow('ENOENT');
    }, 30_000);
  };

  const title = 'sluice local';
  return { begins: () => describe(title, begins), ends: () => describe(title, ends) };
}

/** A sheet of 1,200 clients lands with them. */
export const readmeCommands = (system: RunningSystem) =>
  it('runs the commands that the README shows', async () => {
    const repository = fileURLToPath(new URL('../..', import.meta.url));
    const readme = await readFile(join(repository, 'README.md'), 'utf8');
    const commands = readme.match(/^npx sluice .+$/gm) ?? [];
    expect(commands.length).toBeGreaterThanOrEqual(3);
    const env = { ...process.env, SLUICE_LOCAL: join(system.folder, '.sluice', 'local.json') };
    for (const command of commands) await run('sh', ['-c', command], { cwd: repository, env });
    const [newest] = JSON.parse((await system.sluice('runs', '--format', 'json')).stdout) as object[];
    expect(newest).toMatchObject({ status: 'succeeded', counts: { created: 1200 } });
  }, 90_000);
