import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { expectWholeEnd, twoSteps, withTwoSteps } from '../testing/migration-stories.ts';

captureLog();

describe('a start while another runs', () => {
  it('is skipped by the rule skip', async () => {
    const flow = await withTwoSteps();
    const first = flow.fire('nightly');
    await flow.look();
    flow.world.pass(60_000);
    const second = flow.fire('nightly');
    await flow.settle();
    expect(await flow.migrationOf(first)).toMatchObject({ status: 'succeeded' });
    await expectWholeEnd(flow, second);
    expect(await flow.migrationOf(second)).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining('still running'),
    });
    expect(flow.world.mailer.sent).toHaveLength(2);
  });

  it('waits by the rule queue, each in its order', async () => {
    const flow = await withTwoSteps({ ifRunning: 'queue' });
    const ids = [flow.fire('nightly')];
    await flow.look();
    for (let more = 0; more < 2; more += 1) {
      flow.world.pass(60_000);
      ids.push(flow.fire('nightly'));
    }
    await flow.settle();
    const all = await Promise.all(ids.map((id) => flow.migrationOf(id)));
    expect(all.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    for (const [at, one] of all.entries())
      if (at > 0) expect(one.startedAt! >= all[at - 1]!.finishedAt!).toBe(true);
  });
});

describe('a migration whose run waits for a person', () => {
  it('waits too, tells of it at once and every day, and goes on when it was decided (invariant 3)', async () => {
    const flow = await withTwoSteps(
      {},
      // Deletions are not sent again blindly after a lost reply.
      { fault: ({ input }) => (input.dryRun === true ? undefined : 'lostReply') },
    );
    flow.put('migrations/people/first.csv', 'email,deleted\r\na@example.com,true\r\n');
    await flow.define('nightly', { steps: [twoSteps[0]] });
    const id = flow.fire('nightly');
    await flow.pass(26 * 3_600_000);
    const { steps, status } = await flow.migrationOf(id);
    const [runId = ''] = steps[0]?.runIds ?? [];
    expect({ status, run: (await flow.world.runOf(runId)).status }).toEqual({
      status: 'running',
      run: 'needs_decision',
    });
    expect(flow.world.mailer.sent).toHaveLength(2);
    for (const { mail } of flow.world.mailer.sent) {
      expect(mail.subject).toContain('it needs your decision');
      expect(mail.text).toContain(`npx sluice run ${runId}`);
    }
    await flow.world.act(runId, 'decide', { choice: 'notApplied' });
    await flow.settle();
    await expectWholeEnd(flow, id);
    expect(await flow.migrationOf(id)).toMatchObject({ status: 'failed' });
    expect(flow.world.mailer.sent).toHaveLength(3);
  });

  it('waits for the approval of a run whose profile asks for it, and a dry run of it does not (invariant 5)', async () => {
    const flow = await withTwoSteps();
    const { world } = flow;
    await world.drops.put('profiles/careful.json', '{"schema":"client","lookup":"email","approval":"ask"}');
    const step = { file: 'migrations/people/first.csv', profile: 'careful' };
    await flow.define('nightly', { steps: [step], dryRun: true });
    const dry = flow.fire('nightly');
    await flow.settle();
    expect(await flow.migrationOf(dry)).toMatchObject({ status: 'succeeded' });
    await flow.define('nightly', { steps: [step] });
    world.pass(60_000);
    const id = flow.fire('nightly');
    await flow.pass(3_600_000);
    const [runId = ''] = (await flow.migrationOf(id)).steps[0]?.runIds ?? [];
    expect(await world.runOf(runId)).toMatchObject({ status: 'awaiting_approval' });
    expect(world.mailer.sent.at(-1)?.mail.subject).toContain('it needs your decision');
    await world.act(runId, 'approve');
    await flow.settle();
    await expectWholeEnd(flow, id);
    expect(await flow.migrationOf(id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('an import of a run of a migration that comes to light when all is told (invariant 4)', () => {
  it('is told of by a mail of that run, and an undo that comes later by none of it', async () => {
    const flow = await withTwoSteps(
      { steps: [twoSteps[0]] },
      { reverts: {}, fault: ({ input }) => (input.dryRun === true ? undefined : 'lostReply') },
    );
    const { world } = flow;
    flow.put('migrations/people/first.csv', 'email,deleted\r\na@example.com,true\r\n');
    const migrationId = flow.fire('nightly');
    await flow.pass(2 * 3_600_000);
    const runId = (await flow.migrationOf(migrationId)).steps[0]!.runIds[0]!;
    const ref = { runId, batch: 1, phase: 'real' } as const;
    const { owner } = (await world.ledger.submission(ref))!.attempts.at(-1)!;
    await world.act(runId, 'cancel');
    await flow.settle();
    await expectWholeEnd(flow, migrationId);
    const mails = world.mailer.sent.length;
    const at = world.now().toISOString();
    await world.ledger.moveSubmission(ref, { type: 'accepted', at, owner, importId: 'imp2' });
    world.batches.messages.push({ v: 1, ...ref });
    await flow.pass(3_600_000);
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ late: [{ status: 'success' }], notice: { state: 'sent' } });
    expect(world.mailer.sent).toHaveLength(mails + 1);
    const told = world.mailer.sent.at(-1);
    expect(told?.to).toEqual(run.emails);
    expect(told?.mail.text).toContain('Import imp2 of batch 1 came to light: success');
    await world.act(runId, 'undo');
    await flow.pass(3_600_000);
    expect(await world.runOf(runId)).toMatchObject({ status: 'undone', notice: { state: 'byMigration' } });
    expect(world.mailer.sent).toHaveLength(mails + 1);
    expect(world.errors).toEqual([]);
  });
});
