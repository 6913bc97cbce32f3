import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSluice } from './sluice-process.ts';
import type { Ended, SluiceProcess } from './sluice-process.ts';

describe('sluice local', () => {
  let cwd: string;
  let local: SluiceProcess;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'sluice-local-test-'));
    local = startSluice('sluice', ['local'], cwd);
    await local.said('Stop with Ctrl-C');
  }, 120_000);
  afterAll(async () => {
    local.interrupt();
    await local.ended;
    await rm(cwd, { recursive: true, force: true });
  });

  const sluice = (...argv: string[]): Promise<Ended> => startSluice('sluice', argv, cwd).ended;

  it('keeps its tokens in a file that only its owner can read', async () => {
    expect((await stat(join(cwd, '.sluice', 'local.json'))).mode & 0o777).toBe(0o600);
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

  it('stops everything at Ctrl-C, removes local.json and ends with 0', async () => {
    local.interrupt();
    expect((await local.ended).status).toBe(0);
    await expect(stat(join(cwd, '.sluice', 'local.json'))).rejects.toThrow('ENOENT');
  }, 30_000);
});
