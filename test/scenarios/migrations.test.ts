import { describe, expect, it } from 'vitest';
import {
  client,
  define,
  expectMigration,
  first,
  migrationOf,
  people,
  rest,
  runIdsOf,
  withSteps,
} from './migration-staging.ts';
import { hour, importOf, losesAnswers, minute, real, receiveLate, type Staged } from './staging.ts';

const day = 24 * hour;
const contains = (text: string): unknown => expect.stringContaining(text);

describe('a migration', () => {
  it('runs its steps one after the other, and reports all runs in one mail (invariant 6)', async () => {
    const world = withSteps();
    const id = world.fire('nightly');
    const counts = { read: 2, created: 2 };
    await expectMigration(world, id, {
      status: 'succeeded',
      startedBy: 'schedule',
      steps: [{ counts }, { counts }],
    });
    const [before, ...after] = await Promise.all((await runIdsOf(world, id)).map(world.runOf));
    for (const run of after) expect(run.startedAt >= (before?.finishedAt ?? '')).toBe(true);
    expect(world.mails).toHaveLength(1);
    const { to, subject, text } = world.mails[0]!;
    expect(to).toEqual(['ops@example.com']);
    expect(subject).toContain('Migration nightly: every step succeeded');
    for (const runId of await runIdsOf(world, id)) expect(text).toContain(runId);
  });

  it('that is started twice for one time is one migration, and each file one run (invariants 7, 8)', async () => {
    const world = withSteps();
    const due = world.now().toISOString();
    const id = world.fire('nightly', due);
    expect(world.fire('nightly', due.replace('.000Z', 'Z'))).toBe(id);
    await expectMigration(world, id, { status: 'succeeded' });
    expect([real(world).length, world.mails.length]).toEqual([3, 1]);
  });

  it('imports the same files again at its next time', async () => {
    const world = withSteps();
    await expectMigration(world, world.fire('nightly'), { status: 'succeeded' });
    world.pass(day);
    const steps = [{ counts: { read: 2, unchanged: 2 } }, {}];
    await expectMigration(world, world.fire('nightly'), { status: 'succeeded', steps });
  });

  it('is too late once startWithin is over, and writes nothing', async () => {
    const world = withSteps({ startWithin: '2 hours' });
    const due = world.now().toISOString();
    world.pass(2 * hour + 1);
    const id = world.fire('nightly', due);
    await expectMigration(world, id, { status: 'tooLate', reason: contains('2 hours') });
    expect(world.service.calls).toEqual([]);
    expect(world.mails[0]?.text).toContain('later than the 2 hours');
  });

  it.each([
    ['its file is wrong', 'nightly', /step 1: client has no lookup "emial"; did you mean "email"\?/u],
    ['its file is gone', 'weekly', /migrations\/weekly.json no longer existed/u],
  ])('states in its reason that %s', async (_what, name, reason) => {
    const world = withSteps({ steps: [{ ...first, lookup: 'emial' }] });
    const id = world.fire(name);
    await expectMigration(world, id, { status: 'failed', reason: expect.stringMatching(reason) });
    expect(world.mails).toHaveLength(1);
  });

  it('goes through every step of a dry run, writes nothing, and states what it could not check', async () => {
    const world = withSteps({ dryRun: true, steps: [bad, first, rest] });
    world.put(bad.file, people('no address'));
    const status = (of: string) => ({ status: of });
    const { steps } = await expectMigration(world, world.fire('nightly'), {
      steps: ['failed', 'passed', 'passed'].map(status),
    });
    expect(steps[2]?.reason).toContain(
      'Not checked: references to the records of step 1 (client), which did not all pass.',
    );
    expect(real(world)).toEqual([]);
    expect(world.mails[0]?.subject).toContain('dry run, nothing was written');
    // To the result sheet of each run.
    expect(world.mails[0]?.text.match(/http:\/\/history\.test\/files\?link=/gu)).toHaveLength(4);
  });
});

const bad = { file: 'migrations/bad.csv', ...client };

describe('a step of a migration', () => {
  it.each([
    ['fails without files, and its reason names the place', {}, 'failed', 'partly'],
    ['may have no files if its definition allows it', { ifEmpty: 'goOn' }, 'empty', 'succeeded'],
  ])('%s', async (_name, settings, step, status) => {
    const world = withSteps({ steps: [first, { ...rest, prefix: 'migrations/none/', ...settings }] });
    await expectMigration(world, world.fire('nightly'), { status, steps: [{}, { status: step }] });
    expect(world.mails[0]?.text).toContain('no file below s3://drops/migrations/none/');
  });

  it('fails with a reason if it may not read its bucket', async () => {
    const world = withSteps({ steps: [{ ...first, bucket: 'payroll' }] });
    const reason = contains('migrations.sources');
    await expectMigration(world, world.fire('nightly'), { status: 'failed', reason });
  });

  it.each([
    ['stop', 'partly', ['succeeded', 'failed', 'waiting'], 'succeeded', true],
    ['goOn', 'partly', ['succeeded', 'failed', 'succeeded'], 'succeeded', true],
    ['undo', 'failed_and_undone', ['succeeded', 'failed', 'waiting'], 'undone', true],
    ['undo', 'partly', ['succeeded', 'failed', 'waiting'], 'succeeded', false],
  ])('that fails does what the rule %s says: %s', async (ifStepFails, status, steps, of, canRevert) => {
    const world = withSteps({ ifStepFails, steps: [first, bad, rest] }, { canRevert });
    world.put(bad.file, people('no address'));
    const id = world.fire('nightly');
    await expectMigration(world, id, {
      status,
      steps: steps.map((step) => ({ status: step })),
      reason: contains(canRevert ? 'Step 2 failed' : 'add `service.revertUrl`'),
    });
    const [runId = '', badRun = ''] = await runIdsOf(world, id);
    expect((await world.runOf(runId)).status).toBe(of);
    expect(world.mails).toHaveLength(1);
    // Whoever has the mail alone knows the row and its reason, and what to do.
    const { text = '' } = world.mails[0] ?? {};
    expect(text).toMatch(/Row 2: .*e-?mail/iu);
    expect(text).toContain(`npx sluice run ${badRun} --original bad.csv\n`);
    expect(text).toContain('npx sluice migrate nightly --data bad.csv\n');
  });
});

describe('a start while another one runs', () => {
  /** So many starts, a minute apart. */
  async function started(world: Staged, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let starts = 0; starts < count; starts += 1) {
      ids.push(world.fire('nightly'));
      let steps = 0;
      await world.settle(() => (steps += 1) > 10 && !world.scheduler.isBusy());
      world.pass(minute);
    }
    return ids;
  }

  it('is skipped by the rule skip', async () => {
    const world = withSteps();
    const [one = '', other = ''] = await started(world, 2);
    await expectMigration(world, one, { status: 'succeeded' });
    await expectMigration(world, other, { status: 'skipped', reason: contains('still running') });
    expect(world.mails).toHaveLength(2);
  });

  it('waits by the rule queue, each in its order', async () => {
    const world = withSteps({ ifRunning: 'queue' });
    let before = '';
    for (const id of await started(world, 3)) {
      const { startedAt, finishedAt } = await expectMigration(world, id, { status: 'succeeded' });
      expect((startedAt ?? '') >= before).toBe(true);
      before = finishedAt ?? '';
    }
  });
});

/** Lets everything happen for so long. */
function pass(world: Staged, ms: number): Promise<boolean> {
  const until = world.now().getTime() + ms;
  return world.settle(() => world.now().getTime() > until);
}

describe('a migration whose run waits for a person', () => {
  /** Deletions are not sent again blindly after a lost answer. */
  async function asking(ms: number) {
    const world = withSteps({ steps: [first] }, { scripted: losesAnswers });
    world.put(first.file, 'email,deleted\r\na@example.com,true\r\n');
    const id = world.fire('nightly');
    await pass(world, ms);
    const [runId = ''] = await runIdsOf(world, id);
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    expect((await migrationOf(world, id)).status).toBe('running');
    return { world, id, runId };
  }

  it('waits too, sends a mail at once and each day, and goes on after the decision (invariant 3)', async () => {
    const { world, id, runId } = await asking(26 * hour);
    expect(world.mails).toHaveLength(2);
    for (const { subject, text } of world.mails) {
      expect(subject).toContain('needs your decision');
      expect(text).toContain(`npx sluice run ${runId}`);
    }
    await world.act(runId, 'decide', { batch: 1, choice: 'attach', importId: importOf(world, 1) });
    await expectMigration(world, id, { status: 'succeeded' });
    expect(world.mails).toHaveLength(3);
  });

  it('waits for the approval that its profile asks for, which a dry run does not (invariant 5)', async () => {
    const steps = [{ file: first.file, profile: 'careful' }];
    const world = withSteps({ steps, dryRun: true });
    world.put('profiles/careful.json', JSON.stringify({ ...client, approval: 'ask' }));
    await expectMigration(world, world.fire('nightly'), { status: 'succeeded' });
    define(world, { steps });
    const id = world.fire('nightly');
    await pass(world, hour);
    const [runId = ''] = await runIdsOf(world, id);
    expect((await world.runOf(runId)).status).toBe('awaiting_approval');
    expect(world.mails.at(-1)?.subject).toContain('needs your decision');
    await world.act(runId, 'approve');
    await expectMigration(world, id, { status: 'succeeded' });
  });

  it('reports a late import by a mail of that run, and its later undo by none (invariant 4)', async () => {
    const { world, id, runId } = await asking(2 * hour);
    await world.act(runId, 'cancel');
    await expectMigration(world, id, { status: 'failed' });
    const mails = world.mails.length;
    await receiveLate(world, runId);
    await world.settle();
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ late: [{ status: 'success' }], notice: { state: 'sent' } });
    expect(world.mails).toHaveLength(mails + 1);
    expect(world.mails.at(-1)?.to).toEqual(run.emails);
    expect(world.mails.at(-1)?.text).toMatch(/Import \S+ of batch 1 was reported late: success/u);
    await world.act(runId, 'undo');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'undone', notice: { state: 'byMigration' } });
    expect(world.mails).toHaveLength(mails + 1);
    expect(world.failures).toEqual([]);
  });
});
