import { countsOf, runIdOf, uploadIdOf, type Run, type Upload } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryMachine } from '../testing/memory-ports.ts';
import type { Actor } from './acts.ts';
import { actOnRun } from './act-on-run.ts';
import { whyNotSecondPerson } from './second-person.ts';

const arn = (role: string, session: string) => `arn:aws:sts::123456789012:assumed-role/${role}/${session}`;
const user = (name: string, id: string): Actor => ({
  by: `arn:aws:iam::123456789012:user/${name}`,
  principal: `AWS:${id}`,
});
const session = (role: string, id: string, name: string): Actor => ({
  by: arn(role, name),
  principal: `AWS:${id}:${name}`,
});
/** Signed in at the console, with this id in its user pool. */
const person = (id: string, email: string): Actor => ({ by: email, principal: `person:${id}` });
const droppedBy = ({ by, principal }: Actor) => ({ droppedBy: by, principal });
const ben = user('ben', 'AIDABEN');
const operator = session('Approvers', 'AROA2', 'ben');

const drop = {
  runId: 'this',
  bucket: 'drops',
  key: 'inbox/members/leavers.csv',
  versionId: 'v1',
  fileName: 'leavers.csv',
  bytes: 9,
  droppedBy: 'AWS:AIDABEN',
  target: 'https://service.test',
  emails: ['ops@example.com'],
};
const aRun = (facts: Partial<Run>): Run => ({
  ...drop,
  status: 'awaiting_approval',
  startedAt: '',
  trackers: 1,
  version: 1,
  secondPerson: true,
  ...facts,
});
const migration = { migrationId: 'm', name: 'nightly', scheduledAt: '', step: 1 };

const migrations = { upload: async (): Promise<Upload | undefined> => undefined };

const refusal = (facts: Partial<Run>, actor: Actor, others: readonly Run[] = []) =>
  whyNotSecondPerson(aRun(facts), actor, {
    migrations,
    ledger: { run: async (runId) => others.find((one) => one.runId === runId) },
    inbox: {
      versionsOf: async (key) =>
        others.flatMap((one) => (one.key === key && one.runId === runIdOf(one) ? one.versionId : [])),
    },
  });

/** A run of another version of the same file; listed newest first. */
const version = (versionId: string, status: Run['status'], facts: Partial<Run> = {}): Run =>
  aRun({ versionId, status, runId: runIdOf({ ...drop, ...facts, versionId }), ...facts });

describe('a run that needs a second person', () => {
  it.each<[string, Partial<Run>, Actor, string | undefined]>([
    ['the dropper', { droppedBy: 'AWS:AIDAANA' }, user('ana', 'AIDAANA'), 'Ask somebody else'],
    ['somebody else', { droppedBy: 'AWS:AIDAANA' }, ben, undefined],
    [
      'the dropper who claimed another name',
      { droppedBy: 'carl', principal: 'AWS:AIDABEN' },
      ben,
      'Ask somebody else',
    ],
    [
      'somebody with the name that the dropper claimed',
      { droppedBy: ben.by, principal: 'AWS:AIDAANA' },
      ben,
      undefined,
    ],
    ["a session of the dropper's role", { droppedBy: 'AWS:AROA2:ana' }, operator, 'Ask somebody else'],
    ['the dropper in another role', { droppedBy: 'AWS:AROA1:Ben' }, operator, 'Ask somebody else'],
    ['another person in another role', { droppedBy: 'AWS:AROA1:ana' }, operator, undefined],
    [
      'another person of the same permission set of Identity Center',
      { droppedBy: 'AWS:AROA3:ana@example.com' },
      session('AWSReservedSSO_Clerks_0123456789abcdef', 'AROA3', 'ben@example.com'),
      undefined,
    ],
    [
      'anybody, if only the sweep found the drop',
      { droppedBy: 'carl', principal: '0a1b2c' },
      ben,
      'not known who dropped',
    ],
    ['anybody, if S3 named nobody', { droppedBy: 'unknown' }, ben, 'signed by the person who drops it'],
    [
      'anybody, if a migration sent the file that began with an earlier version',
      { droppedBy: 'AWS:AIDAANA', migration },
      ben,
      'not known who uploaded the definition',
    ],
    [
      'the dropper at the console',
      droppedBy(person('p1', 'ben@example.com')),
      person('p1', 'ben@example.com'),
      'Ask somebody else',
    ],
    [
      'the dropper at the console, whose e-mail has changed since',
      droppedBy(person('p1', 'ben@example.com')),
      person('p1', 'b.new@example.com'),
      'Ask somebody else',
    ],
    [
      'another person at the console',
      droppedBy(person('p2', 'ana@example.com')),
      person('p1', 'ben@example.com'),
      undefined,
    ],
    [
      'another person at the console, who got the e-mail of the dropper',
      droppedBy(person('p2', 'ben@example.com')),
      person('p1', 'ben@example.com'),
      undefined,
    ],
    [
      'the dropper at the console, with a role of AWS',
      droppedBy(person('p1', 'Ben@example.com')),
      session('AWSReservedSSO_Clerks_0123456789abcdef', 'AROA3', 'ben@example.com'),
      'Ask somebody else',
    ],
    [
      'the dropper with a role of AWS, at the console',
      { droppedBy: 'AWS:AROA3:ben@example.com' },
      person('p1', 'ben@example.com'),
      'Ask somebody else',
    ],
    [
      'another person at the console than the one with the role',
      { droppedBy: 'AWS:AROA3:ana@example.com' },
      person('p1', 'ben@example.com'),
      undefined,
    ],
    [
      'anybody at the console, if it did not say who dropped',
      { droppedBy: 'unknown' },
      person('p1', 'ben@example.com'),
      'drop the file again here',
    ],
    [
      'a signer without an id',
      { droppedBy: 'AWS:AIDAANA' },
      { ...ben, principal: 'AWS:' },
      'nobody can approve',
    ],
  ])('on AWS is decided for %s', async (_who, facts, actor, why) => {
    const found = await refusal(facts, actor);
    if (why === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(why);
  });

  it.each<[string, Partial<Run>, string, string | undefined]>([
    ['the same name', { droppedBy: 'Ana' }, ' ana', 'Ask somebody else'],
    ['another name', { droppedBy: 'ana' }, 'ben', undefined],
    [
      'no name for the dropper',
      { droppedBy: 'AWS:KEY', principal: undefined },
      'ben',
      'with `npx sluice drop`',
    ],
    ['nobody named as the dropper', { droppedBy: 'somebody' }, 'ben', 'nobody can approve'],
    ['no name for the approver', { droppedBy: 'ana' }, 'somebody', 'Set SLUICE_USER'],
    ['a migration of an earlier version', { droppedBy: 'ana', migration }, 'ben', '`npx sluice schedule`'],
  ])('on one machine is decided for %s', async (_who, facts, by, why) => {
    const found = await refusal({ principal: 'AWS:KEY', ...facts }, { by });
    if (why === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(why);
  });

  const definition = { bucket: 'drops', key: 'migrations/nightly.json', versionId: 'd1', sha256: 'ab' };
  const step = (facts: Partial<Run>, definedBy: string, bucket = 'drops') =>
    aRun({
      key: 'migrations/people.csv',
      migration: { ...migration, definitionUpload: { ...definition, bucket, droppedBy: definedBy } },
      ...facts,
    });
  const mayApprove = (run: Run, actor: Actor, uploads: Readonly<Record<string, string>> = {}) =>
    whyNotSecondPerson(run, actor, {
      ledger: { run: async () => undefined },
      inbox: { versionsOf: async () => [] },
      migrations: {
        upload: async (id) => {
          const [, droppedBy] =
            Object.entries(uploads).find(
              ([key]) =>
                uploadIdOf({ bucket: 'drops', key, versionId: key.endsWith('json') ? 'd1' : 'v1' }) === id,
            ) ?? [];
          return droppedBy === undefined ? undefined : ({ droppedBy } as Upload);
        },
      },
    });
  const cat = user('cat', 'AIDACAT');

  it('of a migration is approved by nobody who uploaded its file or its definition, and by others', async () => {
    const run = step({ droppedBy: 'AWS:AIDABEN' }, 'AWS:AIDACAT');
    expect(await mayApprove(run, ben)).toContain('ben uploaded the file.');
    expect(await mayApprove(run, cat)).toContain('cat uploaded the definition of the migration.');
    expect(await mayApprove(run, user('ana', 'AIDAANA'))).toBeUndefined();
    // It is in another bucket, where only the definition says who brought it.
    const foreign = step({ bucket: 'theirs', droppedBy: 'AWS:AIDABEN' }, 'AWS:AIDACAT');
    expect(await mayApprove(foreign, cat)).toContain('cat uploaded the definition of the migration.');
    expect(await mayApprove(foreign, ben)).toBeUndefined();
  });

  it('of a migration believes what S3 reported after the run began, and no name', async () => {
    const claimed = step({ droppedBy: 'dan', principal: 'unknown' }, 'AWS:AIDACAT');
    expect(await mayApprove(claimed, ben)).toContain('It is not known who uploaded the file');
    const reported = { 'migrations/people.csv': 'AWS:AIDABEN' };
    expect(await mayApprove(claimed, ben, reported)).toContain('ben uploaded the file.');
    expect(await mayApprove(claimed, user('ana', 'AIDAANA'), reported)).toBeUndefined();
    const another = { ...reported, 'migrations/nightly.json': 'AWS:AIDAANA' };
    expect(await mayApprove(claimed, user('ana', 'AIDAANA'), another)).toContain('uploaded the definition');
  });

  it('is not approved by whoever dropped the file that it corrects, however often', async () => {
    const first = aRun({ runId: 'first', droppedBy: 'AWS:AIDABEN', corrects: 'second' });
    const second = aRun({ runId: 'second', droppedBy: 'AWS:AIDACAT', corrects: 'first' });
    const facts = { droppedBy: 'AWS:AIDAANA', corrects: 'second' };
    expect(await refusal(facts, ben, [first, second])).toContain('dropped the file of run first');
    expect(await refusal(facts, user('dan', 'AIDADAN'), [first, second])).toBeUndefined();
    expect(await refusal(facts, ben)).toBeUndefined();
  });

  it.each<[string, readonly Run[], string | undefined]>([
    ['was rejected', [version('v0', 'rejected')], 'dropped an earlier version of the file (run'],
    ['landed in part', [version('v0', 'partly_succeeded')], 'partly_succeeded'],
    ['waits for approval still', [version('v0', 'awaiting_approval')], 'awaiting_approval'],
    [
      'was corrected before',
      [version('v0', 'rejected', { droppedBy: 'AWS:AIDACAT' }), version('v-1', 'cancelled')],
      'cancelled',
    ],
    ['landed whole, as last week', [version('v0', 'succeeded')], undefined],
    [
      'comes before one that landed whole',
      [version('v0', 'succeeded', { droppedBy: 'AWS:AIDACAT' }), version('v-1', 'rejected')],
      undefined,
    ],
    ['had the content of another', [version('v0', 'duplicate')], undefined],
    ['came later', [version('v2', 'rejected', { startedAt: '2026-03-02' })], undefined],
    ['is of another file', [version('v0', 'rejected', { key: `${drop.key}2` })], undefined],
    [
      'was dropped by nobody known, which blocks nobody',
      [version('v0', 'rejected', { droppedBy: 'unknown' })],
      undefined,
    ],
  ])('is not approved by whoever dropped an earlier version, if that %s', async (_what, others, why) => {
    const found = await refusal({ droppedBy: 'AWS:AIDAANA', startedAt: '2026-03-01' }, ben, others);
    if (why === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(why);
  });

  it('is not approved by whoever dropped an earlier version of the file that it corrects', async () => {
    const corrected = version('v5', 'rejected', { key: 'a.csv', droppedBy: 'AWS:AIDACAT', startedAt: '5' });
    const others = [corrected, version('v4', 'rejected', { key: 'a.csv', startedAt: '4' })];
    const facts = { droppedBy: 'AWS:AIDAANA', startedAt: '6', corrects: corrected.runId };
    expect(await refusal(facts, ben, others)).toContain('dropped an earlier version of the file');
  });

  it.each<[string, number, number, string | undefined]>([
    ['many earlier versions that did not land are all compared', 150, 0, undefined],
    ['too many of them are not read, and nobody approves', 900, 0, 'drop the file under another name'],
    ['versions that came later are not read', 0, 900, undefined],
    ['a version below the newest thousand, which nobody lists', 0, 1000, 'under another name'],
  ])('%s', async (_what, earlier, later, why) => {
    const listed = [
      ...Array.from({ length: later }, (_, at) => version(`w${later - at}`, 'rejected', { startedAt: '7' })),
      version('v1', 'awaiting_approval', { startedAt: '6' }),
      ...Array.from({ length: earlier }, (_, at) =>
        version(`u${earlier - at}`, 'rejected', { startedAt: '5', droppedBy: 'AWS:AIDACAT' }),
      ),
    ].slice(0, 1000);
    const reads: string[] = [];
    const ledger = {
      run: async (runId: string) => (reads.push(runId), listed.find((one) => one.runId === runId)),
    };
    const inbox = { versionsOf: async () => listed.map(({ versionId }) => versionId) };
    const run = aRun({ droppedBy: 'AWS:AIDAANA', startedAt: '6' });
    const found = await whyNotSecondPerson(run, ben, { ledger, inbox, migrations });
    if (why === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(why);
    expect(reads.length).toBe(new Set(reads).size);
    expect(reads.length).toBeLessThan(200);
    expect(await whyNotSecondPerson(run, user('cat', 'AIDACAT'), { ledger, inbox, migrations })).toEqual(
      earlier === 0 ? found : expect.stringContaining('Ask somebody else'),
    );
  });

  it('a chain of corrections without an end is not followed for ever', async () => {
    const ledger = {
      run: async (runId: string) =>
        aRun({ runId, droppedBy: 'AWS:AIDACAT', key: `${runId}.csv`, corrects: `${Number(runId) + 1}` }),
    };
    const inbox = { versionsOf: async () => [] };
    const run = aRun({ droppedBy: 'AWS:AIDAANA', corrects: '1' });
    expect(await whyNotSecondPerson(run, ben, { ledger, inbox, migrations })).toContain('under another name');
  });

  it('approves nothing stricter than the run needs', async () => {
    expect(await refusal({ droppedBy: 'AWS:AIDABEN', secondPerson: undefined }, ben)).toBeUndefined();
  });
});

it('a request to approve is compared by its signer, whatever name is in its body', async () => {
  const [at, sha256] = ['2026-03-01T08:00:00.000Z', 'ab'.repeat(32)];
  const now = () => new Date(at);
  const ledger = createMemoryLedger({ now });
  await ledger.beginRun(drop);
  const reading = { rows: 1, batches: 1, failed: 0, skipped: 0 };
  await ledger.moveRun('this', {
    type: 'read',
    at,
    sha256,
    reading,
    mayNeedApproval: true,
    secondPerson: true,
  });
  const plan = { sha256, counts: countsOf({ reading, status: 'checking' }, []) };
  await ledger.moveRun('this', { type: 'approvalRequested', at, check: 0, reason: 'it deletes', plan });
  const inbox = { versionsOf: async () => [] };
  const services = { ledger, inbox, migrations, machine: createMemoryMachine(), canRevert: false, now };
  const approve = async ({ by: caller, principal = '' }: Actor, body: object) => {
    const request = { method: 'POST', path: '/runs/this/approve', headers: {}, query: {}, sourceIp: '' };
    const { status } = await actOnRun(
      { ...request, body: JSON.stringify(body), caller, principal },
      services,
    );
    return status;
  };
  expect(await approve(ben, { by: 'ana', plan: sha256 })).toBe(409);
  const ana = user('ana', 'AIDAANA');
  expect(await approve(ana, {})).toBe(400);
  expect(await approve(ana, { plan: 'cd'.repeat(32) })).toBe(409);
  expect(await approve(ana, { by: 'ben', plan: sha256 })).toBe(200);
});
