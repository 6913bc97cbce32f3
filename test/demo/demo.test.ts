import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningSystem } from '../running-system.ts';
import { startSluice, type Ended } from '../sluice-process.ts';

// One file, so that the two whole systems run one after the other.

/** Rejects unless it ends with 0. */
const run = promisify(execFile);

describe('the demo, from the upload to the mail', () => {
  let cwd: string;
  let demo: Ended;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'sluice-demo-test-'));
    demo = await startSluice('sluice-demo', [], cwd).ended;
  }, 200_000);
  afterAll(async () => {
    const left = resultFile();
    if (left !== '') await rm(dirname(left), { recursive: true, force: true });
    await rm(cwd, { recursive: true, force: true });
  });

  const resultFile = (): string => /saved as (\S+new-clients\.result\.csv)/.exec(demo.stdout)?.[1] ?? '';

  it('ends by itself with 0', () => {
    expect(demo, demo.stderr).toMatchObject({ status: 0 });
  });

  it('shows how many rows were read, created, updated and rejected', () => {
    expect(demo.stdout).toContain('Outcome: succeeded');
    expect(demo.stdout).toMatch(/rows read +1,\d{3}\n {2}created +[\d,]+\n {2}updated +[\d,]+\n/);
    expect(demo.stdout).toMatch(/rejected +0\n/);
  });

  it('shows the mail that was sent for each drop', () => {
    expect(demo.stdout.match(/^ {2}From: .+\n {2}To: +ops@example\.com\n {2}Subject: +\S.+$/gm)).toHaveLength(
      2,
    );
  });

  it('shows the history with the importIds of dry run and real run', () => {
    expect(demo.stdout).toMatch(/batch 1 +dry +succeeded +\S+ +1 attempt/);
    expect(demo.stdout).toMatch(/batch 1 +real +succeeded +\S+ +1 attempt/);
  });

  it('leaves the result sheet behind, with a status for every row', async () => {
    const text = await readFile(resultFile(), 'utf8');
    expect(text).toMatch(/^\uFEFF.*"Status"."Reason"."Record id"\r?\n/);
    expect(text).not.toContain('not attempted');
  });

  it('names the five rows of the second sheet with their reasons, and writes none of it', () => {
    const [, second = ''] = demo.stdout.split('five mistakes is dropped');
    expect(second).toContain('Outcome: rejected');
    expect(second.match(/^ {2}row \d+ +failed +\S/gm)).toHaveLength(5);
    expect(second).toMatch(/created +0\n {2}updated +0\n/);
  });

  it('shows its figures', () => {
    expect(demo.stdout).toMatch(/time to ready +[\d.]+ s/);
    expect(demo.stdout).toMatch(/rows per second end to end/);
  });

  it('leaves nothing in the folder where it was started, and nothing running', async () => {
    expect(await readdir(cwd)).toStrictEqual([]);
    const [, service = ''] = /service +(http:\S+)/.exec(demo.stdout) ?? [];
    await expect(fetch(service)).rejects.toThrow('fetch failed');
  });
});

describe('sluice local', () => {
  const system = runningSystem('local');
  const { sluice } = system;
  const localJson = () => join(system.folder, '.sluice', 'local.json');

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

  it('runs the commands that the README shows', async () => {
    const repository = fileURLToPath(new URL('../..', import.meta.url));
    const readme = await readFile(join(repository, 'README.md'), 'utf8');
    const commands = readme.match(/^npx sluice .+$/gm) ?? [];
    expect(commands.length).toBeGreaterThanOrEqual(3);
    const env = { ...process.env, SLUICE_LOCAL: localJson() };
    for (const command of commands) await run('sh', ['-c', command], { cwd: repository, env });
  }, 90_000);

  it('stops everything at Ctrl-C, removes local.json and ends with 0', async () => {
    system.process.interrupt();
    expect((await system.process.ended).status).toBe(0);
    await expect(stat(localJson())).rejects.toThrow('ENOENT');
  }, 30_000);
});
