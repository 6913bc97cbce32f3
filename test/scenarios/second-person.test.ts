import { describe, expect, it } from 'vitest';
import { expectEnd, real, sheetOf, staged, type Staging } from './staging.ts';

const leavers = sheetOf('email,deleted', 'a@example.com,true', 'b@example.com,true');
const folder = 'inbox/client/email/leavers.csv';
const by = (name: string, more: object = {}) => ({ metadata: { 'sluice-dropped-by': name, ...more } });

/** Two records that a sheet can delete. */
const withRecords = (options: Staging = {}) =>
  staged({
    seeded: ['a', 'b'].map((name) => ({ email: `${name}@example.com`, name })),
    ...options,
  });

describe('a folder without a profile', () => {
  it('takes a sheet that deletes records only with approval (invariant 5)', async () => {
    const world = withRecords();
    const runId = world.drop(folder, leavers);
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({
      status: 'awaiting_approval',
      reason: "2 of 2 records would be deleted, but the stack's settings allow none without approval.",
    });
    expect(real(world)).toEqual([]);
    await world.act(runId, 'approve');
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ deleted: 2 });
  });

  it('takes every other sheet without one', async () => {
    const world = withRecords();
    const runId = world.drop(folder, sheetOf('email,name', 'a@example.com,A', 'c@example.com,C'));
    await expectEnd(world, runId, 'succeeded');
    expect(await world.runOf(runId)).not.toHaveProperty('approval');
  });

  it('takes no drops where the stack says so, and a mail gives the reason', async () => {
    const world = withRecords({ approval: { dropsWithoutProfile: 'reject' } });
    const runId = world.drop(folder, leavers);
    await expectEnd(world, runId, 'rejected');
    expect((await world.runOf(runId)).reason).toContain('This folder has no profile');
    expect(world.mails[0]?.text).toContain('inbox/<profile>/');
    const other = world.drop('inbox/members/new.csv', sheetOf('email', 'c@example.com'));
    await expectEnd(world, other, 'succeeded');
  });

  it('gives its guard rails to profiles where the stack says so', async () => {
    const profile = { guardRails: { mostDeleted: '100 %' } };
    const lenient = withRecords({ profile });
    const free = lenient.drop('inbox/members/leavers.csv', leavers);
    await expectEnd(lenient, free, 'succeeded');
    const world = withRecords({ profile, approval: { guardRailsForProfiles: true } });
    const runId = world.drop('inbox/members/leavers.csv', leavers);
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('awaiting_approval');
  });

  it('is a migration without a profile too', async () => {
    const world = withRecords();
    const file = 'migrations/people/leavers.csv';
    world.put(file, leavers);
    const steps = [{ name: 'Leavers', file, schema: 'client', lookup: 'email' }];
    world.put('migrations/nightly.json', JSON.stringify({ steps }));
    world.fire('nightly');
    await world.settle();
    const runs = (await world.ledger.openRuns()).map(({ status }) => status);
    expect(runs).toEqual(['awaiting_approval']);
  });
});

describe('a guard rail', () => {
  it('counts what the constants of a profile delete', async () => {
    const world = withRecords({ profile: { constants: { deleted: true }, guardRails: { mostDeleted: 1 } } });
    const runId = world.drop('inbox/members/leavers.csv', sheetOf('email', 'a@example.com', 'b@example.com'));
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('awaiting_approval');
  });

  it('asks if the rule that was kept with the run is gone', async () => {
    let isGone = false;
    const world = withRecords({
      approval: { guardRails: { mostChanged: 9 } },
      scripted: ({ step }) => {
        if (step === 'trackRun' && !isGone) {
          isGone = true;
          world.s3.remove('files', `runs/${runId}/approval-rule.json`);
        }
        return undefined;
      },
    });
    const runId = world.drop(folder, sheetOf('email', 'c@example.com'));
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('awaiting_approval');
  });
});

describe('a second person', () => {
  it.each<[string, Staging]>([
    ['its profile', { profile: { approval: 'ask', secondPerson: true } }],
    ['the stack', { profile: { approval: 'ask' }, approval: { secondPerson: true } }],
  ])('is needed where %s says so (invariant 5)', async (_who, staging) => {
    const world = withRecords(staging);
    const runId = world.drop('inbox/members/leavers.csv', leavers, by('ana'));
    await world.settle();
    expect((await world.runOf(runId)).reason).toContain('Somebody who neither dropped nor corrected');
    const refused = await world.act(runId, 'approve', { by: 'ana' });
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('ana dropped the file')]);
    expect(real(world)).toEqual([]);
    expect((await world.act(runId, 'approve', { by: 'ben' })).status).toBe(200);
    await expectEnd(world, runId, 'succeeded');
  });

  it('did not drop the file that was corrected either', async () => {
    const world = withRecords({ profile: { approval: 'ask', secondPerson: true } });
    const first = world.drop('inbox/members/leavers.csv', leavers.replace('true', 'perhaps'), by('ana'));
    await world.settle();
    expect((await world.runOf(first)).status).toBe('rejected');
    const corrected = by('ben', { 'sluice-corrects': first });
    const runId = world.drop('inbox/members/corrected.csv', leavers, corrected);
    await world.settle();
    const { body } = await world.act(runId, 'approve', { by: 'ana' });
    expect(body).toContain(`ana dropped the file of run ${first}, which this run corrects`);
    expect((await world.act(runId, 'approve', { by: 'ben' })).status).toBe(409);
    expect((await world.act(runId, 'approve', { by: 'cat' })).status).toBe(200);
  });

  it('did not drop an earlier version that was rejected either, though nobody names it', async () => {
    const world = withRecords({ profile: { approval: 'ask', secondPerson: true } });
    const key = 'inbox/members/leavers.csv';
    const first = world.drop(key, leavers.replace('true', 'perhaps'), by('ana'));
    await expectEnd(world, first, 'rejected');
    const second = world.drop(key, leavers, by('ben'));
    await world.settle();
    const { status, body } = await world.act(second, 'approve', { by: 'ana' });
    expect([status, body]).toEqual([
      409,
      expect.stringContaining(`ana dropped an earlier version of the file (run ${first}, rejected)`),
    ]);
    expect((await world.act(second, 'approve', { by: 'cat' })).status).toBe(200);
    await expectEnd(world, second, 'succeeded');
    const nextWeek = world.drop(key, leavers.replace('a@', 'c@'), by('cat'));
    await world.settle();
    expect((await world.act(nextWeek, 'approve', { by: 'ana' })).status).toBe(200);
  });

  it('cannot be found for a drop that nobody put a name to', async () => {
    const world = withRecords({ approval: { secondPerson: true } });
    const runId = world.drop(folder, leavers);
    await world.settle();
    const { status, body } = await world.act(runId, 'approve', { by: 'ben' });
    expect([status, body]).toEqual([409, expect.stringContaining('drop the file again')]);
  });
});

describe('a second person for a step of a migration', () => {
  const file = 'migrations/people/leavers.csv';
  const definition = { steps: [{ name: 'Leavers', file, profile: 'members' }] };
  const stage = async (fileBy?: string, definitionBy?: string) => {
    const world = withRecords({ profile: { approval: 'ask', secondPerson: true } });
    world.put(file, leavers, fileBy);
    world.put('migrations/nightly.json', JSON.stringify(definition), definitionBy);
    await world.settle();
    const migrationId = world.fire('nightly');
    await world.settle();
    const [run] = await world.ledger.openRuns();
    return { world, migrationId, runId: run?.runId ?? '' };
  };
  const approve = async ({ world, runId }: Awaited<ReturnType<typeof stage>>, name: string) => {
    const { status, body } = await world.act(runId, 'approve', { by: name });
    return status === 200 ? 'approved' : body;
  };

  it('is anybody but who uploaded the file and who uploaded its definition (invariant 5)', async () => {
    const staged = await stage('ana', 'uli');
    const { world, migrationId, runId } = staged;
    expect(await world.runOf(runId)).toMatchObject({
      ...{ status: 'awaiting_approval', droppedBy: 'ana', principal: 'AWS:KEY' },
      migration: { definitionUpload: { droppedBy: 'uli', principal: 'AWS:KEY' } },
    });
    expect(await approve(staged, 'ana')).toContain('ana uploaded the file.');
    expect(await approve(staged, 'uli')).toContain('uli uploaded the definition of the migration.');
    expect(real(world)).toEqual([]);
    expect(await approve(staged, 'vera')).toBe('approved');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded' });
    expect(await world.migrations.migration(migrationId)).toMatchObject({
      status: 'succeeded',
      definitionUpload: { key: 'migrations/nightly.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) },
    });
    expect(world.failures).toEqual([]);
  });

  it('does not exist while nobody knows who uploaded one of them, and the refusal says what to do', async () => {
    for (const staged of [await stage(undefined, 'uli'), await stage('ana')])
      expect(await approve(staged, 'vera')).toContain('with `npx sluice schedule`');
  });
});
