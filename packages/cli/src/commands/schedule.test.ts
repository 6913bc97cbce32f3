import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeSystem } from '../testing/fake-system.ts';

const client = { schema: 'client', lookup: 'email' };
const workbook = { file: 'migrations/people/people.xlsx', ...client };
const folder = { prefix: 'migrations/people/rest/', ...client };
const system = fakeSystem();
beforeEach(async () => {
  await mkdir(join(system.cwd, 'data'));
  for (const name of ['people.xlsx', 'more.csv']) await system.write(join('data', name), name);
});
const define = (definition: object, name = 'nightly.json') => system.write(name, definition);

describe('sluice schedule', () => {
  it('uploads the data to where the steps read them, the definition last, and prints when it is due', async () => {
    await define({ steps: [workbook, folder], schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    const { stdout } = await system.ends('schedule nightly.json --data data/people.xlsx data/more.csv', {});
    expect(stdout).toBe('nightly: cron(30 2 * * ? *) Europe/Berlin, due next at 2026-03-02T01:30:00.000Z.\n');
    expect(system.uploads()).toEqual([
      '/s3/drops/migrations/people/people.xlsx',
      '/s3/drops/migrations/people/rest/more.csv',
      '/s3/drops/migrations/nightly.json',
    ]);
  });

  it('uploads nothing of a file that is wrong, and reports where and what was expected', async () => {
    await define({ steps: [{ ...workbook, lookup: 'emial' }], schedule: 'cron(0 0 30 2 ? *)' });
    await system.ends('schedule nightly.json --data data/people.xlsx', {
      status: 1,
      stderr: [
        'step 1: client has no lookup "emial"',
        'schedule: cron(0 0 30 2 ? *) never',
        'Nothing was uploaded',
      ],
    });
    expect(system.uploads()).toEqual([]);
  });

  it.each([
    ['no step looks for', [workbook], 'no step of it imports a file of this name'],
    ['may belong to two folders', [folder, { ...folder, prefix: 'migrations/b/' }], 'it may belong to'],
    ['lies in another bucket', [{ ...folder, bucket: 'exports' }], 'none'],
  ])('uploads nothing when a file %s', async (_, steps, stderr) => {
    await define({ steps });
    await system.ends('schedule nightly.json --data data/more.csv', { status: 2, stderr });
    expect(system.uploads()).toEqual([]);
  });

  it.each([
    ['without a schedule', undefined, 'npx sluice migrate nightly'],
    ['that is over', 'at(2026-02-01T00:00:00)', 'it has no more starts'],
  ])('prints the state of one %s', async (_, schedule, stdout) => {
    await define({ steps: [workbook], schedule });
    await system.ends('schedule nightly.json', { stdout });
  });

  it.each([['nightly.yaml'], ['no such file.json']])('refuses %s', async (name) => {
    await define({ steps: [workbook] }, 'nightly.yaml');
    await system.ends(['schedule', name], { status: 2 });
  });
});
