import { createHash } from 'node:crypto';
import { runIdOf } from '@sluice/ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ending } from '../testing/captured.ts';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';

const system = fakeSystem();
const runId = 'abcdefghijklmnopqrstuvwxyz';
const sheet = 'Vorname,Nachname,E-Mail\nAda,Li,ada@example.com\n';
const profile = {
  schema: 'client',
  lookup: 'email',
  columns: { 'E-Mail': 'email' },
  join: { name: ['Vorname', 'Nachname'] },
};
/** The ledger keeps no order of keys. */
const { columns, ...others } = profile;
const proposal = {
  profile: { columns, ...others },
  choices: [{ columns: ['Vorname', 'Nachname'], field: 'name', score: 0.9, why: 'German' }],
};
const direct = 'inbox/client/email/kontakte.csv';
const before = JSON.stringify({ schema: 'client', lookup: 'email' });
const profiled = {
  key: 'inbox/members/may/kontakte.csv',
  profile: 'members',
  profileSha256: createHash('sha256').update(before).digest('hex'),
};

const textAt = (name: string) => Buffer.from(system.objects.get(`drops/${name}`) ?? []).toString('utf8');

function stopped(run: Parameters<typeof aRun>[0] = {}) {
  const stoppedRun = {
    runId,
    key: direct,
    status: 'rejected',
    counts: {},
    resultKey: null,
    proposal,
    ...run,
  } as const;
  system.objects.set(`drops/${stoppedRun.key}`, Buffer.from(sheet));
  system.answer = ({ path }) =>
    json(path.includes(runId) ? aRun(stoppedRun) : aRun({ runId: 'b'.repeat(26) }));
}
const accept = (options: string, ending: Ending) => system.ends(`accept ${runId} ${options}`.trim(), ending);

describe('sluice accept', () => {
  beforeEach(() => stopped());

  it('saves the proposal as a new profile, and drops the file in its folder', async () => {
    await accept('--no-wait', {
      stderr: 'Saved as profiles/client-email.json.',
      stdout: 'Dropped as inbox/client-email/kontakte.csv',
    });
    expect(textAt('profiles/client-email.json')).toBe(`${JSON.stringify(profile, null, 2)}\n`);
    expect(textAt('inbox/client-email/kontakte.csv')).toBe(sheet);
    const drop = system.seen.find(
      ({ method, path }) => method === 'PUT' && path.includes('inbox/client-email'),
    );
    expect(drop?.headers['x-amz-meta-sluice-corrects']).toBe(runId);
  });

  it('changes the profile of the folder, and drops the file where it was', async () => {
    stopped(profiled);
    system.objects.set('drops/profiles/members.json', Buffer.from(before));
    const versionId = `version-of-drops/${profiled.key}`;
    const next = runIdOf({ bucket: 'drops', key: profiled.key, versionId });
    await accept('--no-wait', { stdout: [profiled.key, next] });
    expect(JSON.parse(textAt('profiles/members.json'))).toEqual(profile);
  });

  it('names the columns that the profile of the folder no longer has', async () => {
    const join = { username: { columns: ['Vorname', 'Number'], with: '-' } };
    const columns = { Phone: 'homePhone' };
    const mapped = JSON.stringify({ schema: 'client', lookup: 'email', columns, join });
    const profileSha256 = createHash('sha256').update(mapped).digest('hex');
    stopped({ ...profiled, profileSha256 });
    system.objects.set('drops/profiles/members.json', Buffer.from(mapped));
    await accept('--no-wait', {
      stderr: 'It no longer has "Phone", "Number". Sheets with these columns will be stopped.',
    });
  });

  it('keeps the profile of the folder if the proposal gets another name, and drops the file in its folder', async () => {
    stopped(profiled);
    system.objects.set('drops/profiles/members.json', Buffer.from(before));
    await accept('--profile contacts --no-wait', { stdout: 'inbox/contacts/kontakte.csv' });
    expect(textAt('profiles/members.json')).toBe(before);
    expect(JSON.parse(textAt('profiles/contacts.json'))).toEqual(profile);
  });

  it('goes on if the proposal is saved already, and follows the run', async () => {
    await accept('--no-wait', {});
    await accept('', { stdout: 'All 3 rows of this file are in the records.' });
  });

  it('refuses a profile that somebody has changed meanwhile, or that has the name', async () => {
    stopped(profiled);
    const changed = JSON.stringify({ schema: 'client', lookup: 'name' });
    for (const current of [changed, undefined]) {
      if (current === undefined) system.objects.delete('drops/profiles/members.json');
      else system.objects.set('drops/profiles/members.json', Buffer.from(current));
      await accept('', {
        status: 1,
        stderr: 'Somebody has changed profiles/members.json since this run read it',
      });
    }
    stopped();
    system.objects.set('drops/profiles/client-email.json', Buffer.from(changed));
    await accept('', { status: 1, stderr: 'There is a profile client-email already' });
    expect(system.uploads()).toEqual([]);
    await accept('--profile contacts --no-wait', { stdout: 'inbox/contacts/kontakte.csv' });
  });

  it('refuses a run without a proposal, and a name that is none of a profile', async () => {
    stopped({ proposal: undefined });
    await accept('', { status: 1, stderr: 'proposes no profile' });
    stopped();
    await accept('--profile client', { status: 2, stderr: 'not the name of a schema' });
    expect(system.uploads()).toEqual([]);
  });
});
