import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { startFakeSystem, type FakeSystem } from '../testing/fake-system.ts';

const client = { schema: 'client', lookup: 'email' };
const workbook = { file: 'migrations/people/people.xlsx', ...client };
const folder = { prefix: 'migrations/people/rest/', ...client };

describe('sluice schedule', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
    await mkdir(join(system.cwd, 'data'));
    for (const name of ['people.xlsx', 'more.csv']) await writeFile(join(system.cwd, 'data', name), name);
  });
  afterEach(() => system.stop());

  const define = (definition: object, name = 'nightly.json') =>
    writeFile(join(system.cwd, name), JSON.stringify(definition));
  const sluice = (...argv: string[]) => runCaptured(['schedule', ...argv], { cwd: system.cwd });
  const uploads = () =>
    system.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path.replace(/\?.*/u, ''));

  it('puts the data where the steps look for them, the definition last, and says when it is due', async () => {
    await define({ steps: [workbook, folder], schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    const { status, stdout } = await sluice('nightly.json', '--data', 'data/people.xlsx', 'data/more.csv');
    expect(status).toBe(0);
    expect(stdout).toBe('nightly: cron(30 2 * * ? *) Europe/Berlin, due next at 2026-03-02T01:30:00.000Z.\n');
    expect(uploads()).toEqual([
      '/s3/drops/migrations/people/people.xlsx',
      '/s3/drops/migrations/people/rest/more.csv',
      '/s3/drops/migrations/nightly.json',
    ]);
  });

  it('uploads nothing of a file that is wrong, and says where and what was expected', async () => {
    await define({ steps: [{ ...workbook, lookup: 'emial' }], schedule: 'cron(0 0 30 2 ? *)' });
    const { status, stderr } = await sluice('nightly.json', '--data', 'data/people.xlsx');
    expect(status).toBe(1);
    expect(stderr).toContain('steps[0].lookup: expected one of');
    expect(stderr).toContain('Nothing was uploaded');
    expect(uploads()).toEqual([]);
  });

  it.each([
    ['no step looks for', [workbook], 'no step of it imports a file of this name'],
    ['may belong to two folders', [folder, { ...folder, prefix: 'migrations/b/' }], 'it may belong to'],
    ['lies in another bucket', [{ ...folder, bucket: 'exports' }], 'none'],
  ])('uploads nothing when a file %s', async (_, steps, why) => {
    await define({ steps });
    const { status, stderr } = await sluice('nightly.json', '--data', 'data/more.csv');
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(uploads()).toEqual([]);
  });

  it('says of one without a schedule how it is started, and of one that is over that it is', async () => {
    await define({ steps: [workbook] });
    expect((await sluice('nightly.json')).stdout).toContain('npx sluice migrate nightly');
    await define({ steps: [workbook], schedule: 'at(2026-02-01T00:00:00)' });
    expect((await sluice('nightly.json')).stdout).toContain('not due any more');
  });

  it.each([['nightly.yaml'], ['no such file.json']])('refuses %s', async (name) => {
    await define({ steps: [workbook] }, 'nightly.yaml');
    expect((await sluice(name)).status).toBe(2);
  });
});
