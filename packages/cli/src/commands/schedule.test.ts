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
  it('uploads the data to where the steps read them, and the definition last', async () => {
    await define({ steps: [workbook, folder], schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    await system.ends('schedule nightly.json --data data/people.xlsx data/more.csv', {});
    expect(system.uploads()).toEqual([
      '/s3/drops/migrations/people/people.xlsx',
      '/s3/drops/migrations/people/rest/more.csv',
      '/s3/drops/migrations/nightly.json',
    ]);
  });

  it('says in the metadata of each object who uploads it, as `profile` and `profiles pause` do', async () => {
    await define({ steps: [workbook] });
    await system.write('members.json', client);
    const env = { env: { SLUICE_USER: 'uli' } };
    await system.ends('schedule nightly.json --data data/people.xlsx', {}, env);
    await system.ends('profile members.json', {}, env);
    system.objects.set('drops/profiles/members.json', Buffer.from(JSON.stringify(client)));
    await system.ends('profiles pause members', {}, env);
    const names = system.seen.flatMap(({ method, headers }) =>
      method === 'PUT' ? [headers['x-amz-meta-sluice-dropped-by']] : [],
    );
    expect(names).toEqual(['uli', 'uli', 'uli', 'uli']);
  });

  it('uploads nothing of a file that is wrong, and reports where and what was expected', async () => {
    await define({ steps: [{ ...workbook, lookup: 'emial' }], schedule: 'cron(0 0 30 2 ? *)' });
    await system.ends('schedule nightly.json --data data/people.xlsx', {
      status: 2,
      stderr: [
        'step 1: client has no lookup "emial"',
        'schedule: cron(0 0 30 2 ? *) never',
        'Nothing was uploaded',
      ],
    });
    expect(system.uploads()).toEqual([]);
  });

  it('notes the files that are not there yet, with the one that may be meant, unless it may not list them', async () => {
    system.objects.set('drops/migrations/poeple/people.xlsx', Buffer.from('x'));
    await define({ steps: [workbook, folder, { ...folder, prefix: 'migrations/later/', ifEmpty: 'goOn' }] });
    const { stderr } = await system.ends('schedule nightly.json', {});
    expect(stderr.split('\n')).toEqual([
      'Note: step 1: there is no file migrations/people/people.xlsx yet; did you mean migrations/poeple/people.xlsx?',
      'Note: step 2: there is no file below migrations/people/rest/ yet; did you mean migrations/poeple/?',
      'Uploaded nightly.json as migrations/nightly.json.',
      '',
    ]);
    system.denied.add('drops/migrations/');
    expect((await system.ends('schedule nightly.json', {})).stderr).not.toContain('Note');
  });

  it.each([
    ['no step looks for', [workbook], 'no step of nightly imports a file of this name'],
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
