import { replay } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createWorld, type World, type WorldOptions } from '../testing/world.ts';

captureLog();
const key = 'inbox/members/new.csv';
const sheet = ['email', 'a@example.com', 'b@example.com', 'c@example.com', ''].join('\n');
const asks = { approval: 'ask' };

interface Story extends WorldOptions {
  readonly profile?: object;
  readonly text?: string;
}

/** A run under a profile, as far as it goes by itself. */
async function begun({ profile = asks, text = sheet, ...options }: Story = {}) {
  const world = createWorld(options);
  const saved = { schema: 'client', lookup: 'email', batchSize: 2, ...profile };
  await world.drops.put('profiles/members.json', JSON.stringify(saved));
  const runId = world.drop(key, text);
  await world.settle();
  return { world, runId };
}

const real = (world: World) => world.service.calls.filter(({ input }) => !input.dryRun);
const dry = (world: World) => world.service.calls.filter(({ input }) => input.dryRun);
const planOf = async (world: World, runId: string) =>
  ((await world.files.get((await world.runOf(runId)).approval?.planKey ?? '')) ?? '')
    .replaceAll('"', '')
    .split('\r\n');

async function expectReplays(world: World, runId: string) {
  const { run, submissions } = replay(await world.ledger.events(runId));
  expect(run).toEqual(await world.runOf(runId));
  expect(submissions).toEqual(await world.ledger.submissions(runId));
  expect(world.errors).toEqual([]);
}

describe('a run that a person is to approve', () => {
  it('writes nothing, says in one mail and a plan what it would do, and waits (invariant 5)', async () => {
    const { world, runId } = await begun();
    expect(await world.runOf(runId)).toMatchObject({
      status: 'awaiting_approval',
      reason: 'Its profile asks for approval of every run.',
      approval: { asked: 1, plan: { counts: { read: 3, created: 3 } } },
      notice: { state: 'sent' },
    });
    expect(real(world)).toEqual([]);
    const [{ mail } = { mail: { subject: '', text: '' } }] = world.mailer.sent;
    expect(mail.subject).toContain('waits for approval: 3 to create');
    expect(mail.text).toMatch(/would be created +3/u);
    expect(mail.text).toContain(`sluice approve ${runId} --plan `);
    expect(await planOf(world, runId)).toEqual([
      'Row,Plan,Record id,Field,From,To',
      '2,create,,,,',
      '3,create,,,,',
      '4,create,,,,',
      '',
    ]);
  });

  it('is checked once more when it is approved, and then written (invariant 5)', async () => {
    const { world, runId } = await begun();
    const { status } = await world.act(runId, 'approve', { by: 'ben' });
    expect(status).toBe(200);
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({
      status: 'succeeded',
      approval: { asked: 1, approved: { by: 'ben' } },
      notice: { state: 'sent' },
    });
    expect(await world.countsFor(runId)).toMatchObject({ read: 3, created: 3 });
    expect([dry(world).length, real(world).length]).toEqual([4, 2]);
    expect(world.mailer.sent.map(({ mail }) => mail.subject.split(':')[1])).toHaveLength(2);
    expect(world.mailer.sent[1]?.mail.text).toMatch(/approved by +ben/u);
    await expectReplays(world, runId);
  });

  it('asks again when what it would do has changed since (invariant 5)', async () => {
    const { world, runId } = await begun();
    // Somebody else makes one of them meanwhile.
    world.service.records.set('b@example.com', { created: 1, written: 1 });
    await world.act(runId, 'approve', { by: 'ben' });
    await world.settle();
    const asked = await world.runOf(runId);
    expect(asked).toMatchObject({
      status: 'awaiting_approval',
      reason: 'What the run would write has changed since ben approved it.',
      approval: { asked: 2, plan: { counts: { created: 2, updated: 1 } } },
    });
    expect(asked.approval?.planKey).toContain('plan 2 of new');
    expect(real(world)).toEqual([]);
    await world.act(runId, 'approve');
    await world.settle();
    expect(await world.countsFor(runId)).toMatchObject({ created: 2, updated: 1 });
    expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded' });
    expect(world.mailer.sent).toHaveLength(3);
    await expectReplays(world, runId);
  });

  it('is not approved by somebody who has seen another plan', async () => {
    const { world, runId } = await begun();
    const { approval } = await world.runOf(runId);
    const other = await world.act(runId, 'approve', { plan: '0123abcd' });
    expect(other).toMatchObject({ status: 409 });
    expect(other.body).toContain('not 0123abcd');
    expect((await world.act(runId, 'approve', { plan: 'zz' })).status).toBe(400);
    const plan = approval?.plan.sha256.slice(0, 12);
    expect((await world.act(runId, 'approve', { plan })).status).toBe(200);
  });

  it('ends where it stands when it is cancelled, and its content may be dropped again', async () => {
    const { world, runId } = await begun();
    await world.act(runId, 'cancel');
    await world.settle();
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ status: 'cancelled' });
    expect(run.reason).toBe('Cancelled by ana while it waited for approval. Nothing was written.');
    expect((await world.act(runId, 'approve')).status).toBe(409);
    const again = world.drop(key, sheet);
    await world.settle();
    expect(await world.runOf(again)).toMatchObject({ status: 'awaiting_approval' });
  });

  it('lets others write meanwhile, and takes its place among them again (invariant 9)', async () => {
    const { world, runId } = await begun();
    const other = world.drop('inbox/client/email/other.csv', 'email\nd@example.com\n');
    await world.settle();
    expect(await world.runOf(other)).toMatchObject({ status: 'succeeded' });
    await world.act(runId, 'approve');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded' });
  });

  it('keeps a second drop of the same content from being asked about too', async () => {
    const { world, runId } = await begun();
    const twin = world.drop('inbox/members/copy.csv', sheet);
    await world.settle();
    expect(await world.runOf(twin)).toMatchObject({ status: 'duplicate', duplicateOf: runId });
  });

  it('takes an approval that is said twice once (invariant 7)', async () => {
    const { world, runId } = await begun();
    await world.act(runId, 'approve', { by: 'ben' });
    expect((await world.act(runId, 'approve', { by: 'ana' })).status).toBe(200);
    await world.settle();
    expect((await world.act(runId, 'approve')).status).toBe(409);
    expect((await world.runOf(runId)).approval?.approved?.by).toBe('ben');
    expect(real(world)).toHaveLength(2);
  });

  it('reminds once a day until somebody answers (invariant 12)', async () => {
    const { world } = await begun();
    world.pass(24 * 3_600_000);
    await world.settle();
    expect(world.mailer.sent).toHaveLength(2);
    expect(world.mailer.sent[1]?.mail.subject).toContain('reminder 1, waits for approval');
  });

  it('leaves out the rows that were refused, and approves the others', async () => {
    const refuse = (record: Readonly<Record<string, unknown>>) =>
      record['email'] === 'b@example.com' ? 'email: another' : undefined;
    const { world, runId } = await begun({ profile: { ...asks, invalidRows: 'skip' }, refuse });
    expect((await world.runOf(runId)).approval?.plan.counts).toMatchObject({ created: 2, failed: 1 });
    expect((await planOf(world, runId)).slice(1, 3)).toEqual(['2,create,,,,', '4,create,,,,']);
    await world.act(runId, 'approve');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'partly_succeeded' });
    expect(await world.countsFor(runId)).toMatchObject({ read: 3, created: 2, failed: 1 });
    await expectReplays(world, runId);
  });

  it('is asked about at a server that does not say what it would do', async () => {
    const { world, runId } = await begun({ tellsPreview: false, dryEndsSuccess: true });
    expect((await world.runOf(runId)).approval?.plan.counts).toMatchObject({ landed: 3 });
    await world.act(runId, 'approve');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded' });
    expect(await world.countsFor(runId)).toMatchObject({ landed: 3 });
  });
});

describe('guard rails', () => {
  const leavers = 'email,deleted\na@example.com,true\nb@example.com,true\n';

  it('let a run go on that stays within them', async () => {
    const { world, runId } = await begun({
      profile: { guardRails: { mostChanged: 0, mostDeleted: '50 %' } },
    });
    const run = await world.runOf(runId);
    expect([run.status, run.mayNeedApproval, run.approval]).toEqual(['succeeded', true, undefined]);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('have a person asked beyond them, who may let it go on all the same', async () => {
    const { world, runId } = await begun({
      profile: { guardRails: { mostDeleted: 1 } },
      text: leavers,
      tellsPreview: false,
    });
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ status: 'awaiting_approval' });
    expect(run.reason).toBe('2 of 2 rows would delete a record, and its profile allows 1 without approval.');
    await world.act(runId, 'approve');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded' });
  });

  it('rule a run as they were when it began', async () => {
    const { world, runId } = await begun();
    await world.drops.put('profiles/members.json', '{"schema":"client","lookup":"email"}');
    world.service.records.set('b@example.com', { created: 1, written: 1 });
    await world.act(runId, 'approve');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({ status: 'awaiting_approval' });
  });
});

describe('a step of the tracker that sleeps while the run is approved', () => {
  it('ends no dry run that was made since, so that nothing is written which was not approved (invariant 5)', async () => {
    for (let after = 1; after <= 20; after += 1) {
      let [instance, hears] = [0, false];
      const world = createWorld({
        pollsUntilDone: 1,
        instances: 2,
        random: () => instance,
        // The second batch is heard of by the other instance alone: the run asks while the first one sleeps.
        statusFault: (input) => (!hears && JSON.stringify(input).includes('b@') ? 'noAnswer' : undefined),
      });
      const saved = { schema: 'client', lookup: 'email', batchSize: 1, ...asks };
      await world.drops.put('profiles/members.json', JSON.stringify(saved));
      const runId = world.drop(key, 'email\na@example.com\nb@example.com\n');
      const first = () => world.ledger.submission({ runId, batch: 1, phase: 'dry' });
      const slept = world.between('trackRun', after, async () => {
        [instance, hears] = [0.9, true];
        for (let n = 0; n < 40 && (await world.runOf(runId)).notice?.state !== 'sent'; n += 1)
          await world.round();
        if ((await world.runOf(runId)).status !== 'awaiting_approval') return;
        world.service.records.set('a@example.com', { created: 1, written: 1 });
        await world.act(runId, 'approve', { by: 'ben' });
        for (let n = 0; n < 30 && (await first())?.status !== 'accepted'; n += 1) await world.round();
      });
      for (let n = 0; n < 20 && !slept(); n += 1) await world.round();
      hears = true;
      await world.settle();
      const { status, approval } = await world.runOf(runId);
      expect({ after, status, asked: approval?.asked }).toEqual({
        after,
        status: 'awaiting_approval',
        asked: 2,
      });
      expect(real(world)).toEqual([]);
    }
  });
});

describe('a crash', () => {
  it.each(['act', 'trackRun', 'submitBatch', 'submitReal', 'reportRun'] as const)(
    'after each effect of %s ends the same, and writes nothing that was not approved (invariants 1, 5)',
    async (step) => {
      for (let after = 1; ; after += 1) {
        const world = createWorld({ idempotencyKey: true, takesIdempotencyKey: true });
        const saved = { schema: 'client', lookup: 'email', batchSize: 2, ...asks };
        await world.drops.put('profiles/members.json', JSON.stringify(saved));
        world.crash({ step, after });
        const runId = world.drop(key, sheet);
        await world.settle();
        expect(await world.runOf(runId)).toMatchObject({ status: 'awaiting_approval' });
        expect(real(world)).toEqual([]);
        await world.act(runId, 'approve');
        await world.settle();
        expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded', notice: { state: 'sent' } });
        expect(await world.countsFor(runId)).toMatchObject({ read: 3, created: 3 });
        await expectReplays(world, runId);
        if (world.deaths() === 0) return expect(after).toBeGreaterThan(2);
      }
    },
  );
});
