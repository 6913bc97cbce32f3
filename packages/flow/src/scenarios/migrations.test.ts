import type { RunStatus } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { client, expectWholeEnd, rows, twoSteps, withTwoSteps } from '../testing/migration-stories.ts';
import type { MigrationWorld } from '../testing/migration-world.ts';

captureLog();

const statusesOf = async (flow: MigrationWorld, migrationId: string): Promise<RunStatus[]> => {
  const { steps } = await flow.migrationOf(migrationId);
  const runs = await Promise.all(
    steps.flatMap(({ runIds }) => runIds).map((runId) => flow.world.runOf(runId)),
  );
  return runs.map(({ status }) => status);
};
describe('a migration', () => {
  it('runs its steps one after the other, and tells of all runs in one mail (invariant 6)', async () => {
    const flow = await withTwoSteps();
    const id = flow.fire('nightly');
    await flow.settle();
    await expectWholeEnd(flow, id);
    const migration = await flow.migrationOf(id);
    expect(migration).toMatchObject({
      status: 'succeeded',
      startedBy: 'schedule',
      steps: [{ counts: { read: 2, created: 2 } }, { counts: { read: 2, created: 2 } }],
    });
    const [first, ...rest] = migration.steps.flatMap(({ runIds }) => runIds);
    const endOfFirst = (await flow.world.runOf(first!)).finishedAt!;
    for (const runId of rest) expect((await flow.world.runOf(runId)).startedAt >= endOfFirst).toBe(true);
    expect(flow.world.mailer.sent).toHaveLength(1);
    const { to, mail } = flow.world.mailer.sent[0]!;
    expect(to).toEqual(['ops@example.com']);
    expect(mail.subject).toContain('Migration nightly: every step succeeded');
    for (const runId of [first, ...rest]) expect(mail.text).toContain(runId);
  });

  it('that is started twice for one time is one migration, and each run one run (invariants 7, 8)', async () => {
    const flow = await withTwoSteps();
    const due = flow.world.now().toISOString();
    const ids = [flow.fire('nightly', due), flow.fire('nightly', due.replace('.000Z', 'Z'))];
    await flow.settle();
    expect(ids[0]).toBe(ids[1]);
    await expectWholeEnd(flow, ids[0]!);
    expect(flow.world.service.calls.filter(({ input }) => !input.dryRun)).toHaveLength(3);
    expect(flow.world.mailer.sent).toHaveLength(1);
  });

  it('imports the same files again at its next time: claims of contents are not for it', async () => {
    const flow = await withTwoSteps();
    flow.fire('nightly');
    await flow.settle();
    flow.world.pass(86_400_000);
    const id = flow.fire('nightly');
    await flow.settle();
    expect(await flow.migrationOf(id)).toMatchObject({
      status: 'succeeded',
      steps: [{ counts: { read: 2, updated: 2 } }, {}],
    });
  });

  it('is too late when startWithin is over, and writes nothing', async () => {
    const flow = await withTwoSteps({ startWithin: '2 hours' });
    const due = flow.world.now().toISOString();
    flow.world.pass(2 * 3_600_000 + 1);
    const id = flow.fire('nightly', due);
    await flow.settle();
    await expectWholeEnd(flow, id);
    expect(await flow.migrationOf(id)).toMatchObject({
      status: 'tooLate',
      reason: expect.stringContaining('2 hours'),
    });
    expect(flow.world.service.calls).toEqual([]);
    expect(flow.world.mailer.sent[0]?.mail.text).toContain('later than the 2 hours');
  });

  it('says where its file is wrong, or that it is gone', async () => {
    const flow = await withTwoSteps();
    await flow.define('nightly', { steps: [{ ...twoSteps[0], lookup: 'emial' }] });
    const wrong = flow.fire('nightly');
    const gone = flow.fire('weekly');
    await flow.settle();
    expect(await flow.migrationOf(wrong)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/steps\[0\]\.lookup: expected one of: .*email.*Example: "email"/),
    });
    expect(await flow.migrationOf(gone)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('migrations/weekly.json no longer existed'),
    });
    expect(flow.world.mailer.sent).toHaveLength(2);
  });
});

describe('a step without files', () => {
  it.each([
    ['fails, and says where it looked', {}, 'failed', 'partly'],
    ['is fine where its definition says so', { ifEmpty: 'goOn' }, 'empty', 'succeeded'],
  ])('%s', async (_, settings, step, status) => {
    const flow = await withTwoSteps({
      steps: [twoSteps[0], { ...twoSteps[1], prefix: 'migrations/none/', ...settings }],
    });
    const id = flow.fire('nightly');
    await flow.settle();
    await expectWholeEnd(flow, id);
    const migration = await flow.migrationOf(id);
    expect(migration).toMatchObject({ status, steps: [{}, { status: step }] });
    expect(flow.world.mailer.sent[0]?.mail.text).toContain('no file below s3://drops/migrations/none/');
  });

  it('may be in a bucket that is closed to it, which is told', async () => {
    const flow = await withTwoSteps({ steps: [{ ...twoSteps[0], bucket: 'payroll' }] });
    const id = flow.fire('nightly');
    await flow.settle();
    expect(await flow.migrationOf(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('migrations.sources'),
    });
  });
});

describe('a step that fails', () => {
  const bad = rows('no address');

  it.each([
    [
      'stop',
      { status: 'partly', steps: [{ status: 'succeeded' }, { status: 'failed' }, { status: 'waiting' }] },
    ],
    [
      'goOn',
      { status: 'partly', steps: [{ status: 'succeeded' }, { status: 'failed' }, { status: 'succeeded' }] },
    ],
    [
      'undo',
      { status: 'undone', steps: [{ status: 'succeeded' }, { status: 'failed' }, { status: 'waiting' }] },
    ],
  ])('does what the rule %s says', async (ifStepFails, expected) => {
    const flow = await withTwoSteps({}, { reverts: {} });
    flow.put('migrations/bad.csv', bad);
    const steps = [twoSteps[0], { file: 'migrations/bad.csv', ...client }, twoSteps[1]];
    await flow.define('nightly', { steps, ifStepFails });
    const id = flow.fire('nightly');
    await flow.settle();
    await expectWholeEnd(flow, id);
    expect(await flow.migrationOf(id)).toMatchObject({
      ...expected,
      reason: expect.stringContaining('Step 2 failed'),
    });
    const [first] = await statusesOf(flow, id);
    expect(first).toBe(ifStepFails === 'undo' ? 'undone' : 'succeeded');
    expect(flow.world.mailer.sent).toHaveLength(1);
  });

  it('is not undone where the server cannot undo, which the mail says', async () => {
    const flow = await withTwoSteps();
    flow.put('migrations/bad.csv', bad);
    await flow.define('nightly', {
      steps: [twoSteps[0], { file: 'migrations/bad.csv', ...client }],
      ifStepFails: 'undo',
    });
    const id = flow.fire('nightly');
    await flow.settle();
    expect(await flow.migrationOf(id)).toMatchObject({
      status: 'partly',
      reason: expect.stringContaining('add service.revertUrl'),
    });
  });
});

describe('a dry run of a migration', () => {
  it('goes through every step, writes nothing, and says what it could not check', async () => {
    const flow = await withTwoSteps({ dryRun: true, ifStepFails: 'undo' });
    flow.put('migrations/bad.csv', rows('no address'));
    await flow.define('nightly', {
      dryRun: true,
      steps: [{ file: 'migrations/bad.csv', ...client }, ...twoSteps],
    });
    const id = flow.fire('nightly');
    await flow.settle();
    await expectWholeEnd(flow, id);
    const migration = await flow.migrationOf(id);
    expect(migration.steps.map(({ status }) => status)).toEqual(['failed', 'succeeded', 'succeeded']);
    expect(migration.steps[2]?.reason).toContain(
      'Not checked: references to the records of step 1 (client) and step 2 (client)',
    );
    expect(flow.world.service.calls.filter(({ input }) => !input.dryRun)).toEqual([]);
    expect(flow.world.mailer.sent[0]?.mail.subject).toContain('dry run, nothing was written');
  });
});
