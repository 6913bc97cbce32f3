import { describe, expect, it } from 'vitest';
import {
  dry,
  expectEnd,
  inbox,
  linesOf,
  real,
  settled,
  sheetOf,
  staged,
  until,
  type Staged,
  type Staging,
} from './staging.ts';

const asks = { approval: 'ask' };
const sheet = sheetOf('email', 'a@example.com', 'b@example.com', 'c@example.com');
const waiting = ({ profile = asks, ...options }: Staging = {}, text = sheet) =>
  settled(text, { profile, ...options });

const changed = (world: Staged, name: string) =>
  world.service.changeByHand({ email: `${name}@example.com`, name: 'changed' });
const planOf = async (world: Staged, runId: string) =>
  linesOf(world.s3.get('files', (await world.runOf(runId)).approval?.planKey ?? ''));

describe('a run that needs approval', () => {
  it('writes nothing, describes its plan in one mail and a sheet, and waits (invariant 5)', async () => {
    const { world, runId } = await waiting();
    expect(await world.runOf(runId)).toMatchObject({
      status: 'awaiting_approval',
      reason: 'The profile requires approval of every run.',
      approval: { asked: 1, plan: { counts: { read: 3, created: 3 } } },
      notice: { state: 'sent' },
    });
    expect(real(world)).toEqual([]);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]?.subject).toContain('waits for approval: 3 to create');
    expect(world.mails[0]?.text).toMatch(/3 +would be created/u);
    expect(world.mails[0]?.text).toContain(`npx sluice approve ${runId} --plan `);
    const plan = [
      'Plan of new.csv: 3 rows: 3 to create.,,,,,,',
      ',,,,,,',
      'Row,Plan,Record,Record id,Field,Old,New',
      '2,create,a@example.com,,email,,a@example.com',
      '3,create,b@example.com,,email,,b@example.com',
      '4,create,c@example.com,,email,,c@example.com',
    ];
    expect(await planOf(world, runId)).toEqual(plan);
  });

  it('is checked once more after its approval, and then written (invariant 5)', async () => {
    const { world, runId } = await waiting();
    expect((await world.act(runId, 'approve', { by: 'ben' })).status).toBe(200);
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, created: 3 });
    expect((await world.runOf(runId)).approval).toMatchObject({ asked: 1, approved: { by: 'ben' } });
    expect([dry(world).length, real(world).length, world.mails.length]).toEqual([4, 2, 2]);
    expect(world.mails[1]?.text).toMatch(/approved by +ben/u);
  });

  it('asks again if its plan has changed since the approval (invariant 5)', async () => {
    const { world, runId } = await waiting();
    await changed(world, 'b');
    await world.act(runId, 'approve', { by: 'ben' });
    await world.settle();
    const { status, reason, approval } = await world.runOf(runId);
    expect({ status, reason }).toEqual({
      status: 'awaiting_approval',
      reason: 'What the run would write has changed since ben approved it. Read the new plan.',
    });
    expect(approval).toMatchObject({ asked: 2, plan: { counts: { created: 2, updated: 1 } } });
    expect(approval?.planKey).toContain('plan 2 of new');
    expect(real(world)).toEqual([]);
    await world.act(runId, 'approve');
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ created: 2, updated: 1 });
    expect(world.mails).toHaveLength(3);
  });

  it('waits if its plan warns of more rows than a guard rail allows, and the mail shows the warning', async () => {
    const twice = sheetOf('email,name', 'a@example.com,Ann', 'b@example.com,Ben', 'c@example.com,ann');
    const profile = { guardRails: { mostWarned: 1 } };
    const { world, runId } = await waiting({ profile }, twice);
    const warning =
      '2 rows have the name of another row under another e-mail, such as row 4: a person may be in the sheet twice.';
    expect(await world.runOf(runId)).toMatchObject({
      status: 'awaiting_approval',
      reason: '2 of 3 rows have a warning, but the profile allows only 1 without approval.',
      reading: { warnings: [{ kind: 'sameName', rows: 2, text: warning }] },
    });
    expect(world.mails[0]?.text).toContain(`Warnings:\n- ${warning}\n`);
    const allowed = await waiting({ profile: { guardRails: { mostWarned: '70 %' } } }, twice);
    await expectEnd(allowed.world, allowed.runId, 'succeeded');
  });

  it('refuses the approval of another plan', async () => {
    const { world, runId } = await waiting();
    const plan = (await world.runOf(runId)).approval?.plan.sha256.slice(0, 12);
    const other = await world.act(runId, 'approve', { plan: '0123abcd' });
    expect(other.status).toBe(409);
    expect(other.body).toContain('not 0123abcd');
    expect((await world.act(runId, 'approve', { plan: 'zz' })).status).toBe(400);
    const unread = await world.act(runId, 'approve', { plan: undefined });
    expect([unread.status, unread.body]).toEqual([400, expect.stringContaining('npx sluice run ID')]);
    expect((await world.act(runId, 'approve', { plan })).status).toBe(200);
  });

  it('ends when it is cancelled, and its content may be dropped again', async () => {
    const { world, runId } = await waiting();
    await world.act(runId, 'cancel');
    await expectEnd(world, runId, 'cancelled');
    const { reason } = await world.runOf(runId);
    expect(reason).toBe('Cancelled by ana while it waited for approval. Nothing was written.');
    expect((await world.act(runId, 'approve')).status).toBe(409);
    const again = world.drop(inbox, sheet);
    await world.settle();
    expect((await world.runOf(again)).status).toBe('awaiting_approval');
  });

  it('lets other runs write meanwhile, and takes its turn again afterwards (invariant 9)', async () => {
    const { world, runId } = await waiting();
    const other = world.drop('inbox/client/email/other.csv', sheetOf('email', 'd@example.com'));
    await world.settle();
    expect((await world.runOf(other)).status).toBe('succeeded');
    await world.act(runId, 'approve');
    await expectEnd(world, runId, 'succeeded');
  });

  it('makes a second drop of the same content wait, and a duplicate once the first has landed', async () => {
    const { world, runId } = await waiting();
    const twin = world.drop('inbox/members/copy.csv', sheet);
    await world.settle();
    expect(await world.runOf(twin)).toMatchObject({ status: 'queued', blockedBy: runId });
    await world.act(runId, 'approve');
    await expectEnd(world, runId, 'succeeded');
    expect(await world.runOf(twin)).toMatchObject({ status: 'duplicate', duplicateOf: runId });
  });

  it('takes a repeated approval once (invariant 7)', async () => {
    const { world, runId } = await waiting();
    await world.act(runId, 'approve', { by: 'ben' });
    expect((await world.act(runId, 'approve', { by: 'ana' })).status).toBe(200);
    await expectEnd(world, runId, 'succeeded');
    expect((await world.act(runId, 'approve')).status).toBe(409);
    expect((await world.runOf(runId)).approval?.approved?.by).toBe('ben');
    expect(real(world)).toHaveLength(2);
  });

  it('sends a reminder once a day until somebody answers (invariant 12)', async () => {
    const { world } = await waiting();
    world.pass(24 * 3_600_000);
    await world.settle();
    expect(world.mails).toHaveLength(2);
    expect(world.mails[1]?.subject).toContain('reminder 1, waits for approval');
  });

  it('leaves out the rows that were refused', async () => {
    const { world, runId } = await waiting({
      profile: { ...asks, invalidRows: 'skip' },
      refuse: ({ email }) => (email === 'b@example.com' ? 'email: another' : undefined),
    });
    expect((await world.runOf(runId)).approval?.plan.counts).toMatchObject({ created: 2, failed: 1 });
    expect((await planOf(world, runId)).slice(3)).toEqual([
      '2,create,a@example.com,,email,,a@example.com',
      '4,create,c@example.com,,email,,c@example.com',
    ]);
    await world.act(runId, 'approve');
    const counts = await expectEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ read: 3, created: 2, failed: 1 });
  });

  it('asks at a service without previews too', async () => {
    const { world, runId } = await waiting({ hasPreview: false, dryEndsSuccess: true });
    expect((await world.runOf(runId)).approval?.plan.counts).toMatchObject({ landed: 3 });
    await world.act(runId, 'approve');
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ landed: 3 });
  });
});

describe('guard rails', () => {
  it('let a run within them go on', async () => {
    const { world, runId } = await waiting({
      profile: { guardRails: { mostChanged: 0, mostDeleted: '50 %' } },
    });
    const { status, mayNeedApproval, approval } = await world.runOf(runId);
    expect([status, mayNeedApproval, approval]).toEqual(['succeeded', true, undefined]);
    await expectEnd(world, runId, 'succeeded');
    expect(world.mails).toHaveLength(1);
  });

  it('require approval of a run beyond them', async () => {
    const leavers = sheetOf('email,deleted', 'a@example.com,true', 'b@example.com,true');
    const profile = { guardRails: { mostDeleted: 1 } };
    const { world, runId } = await waiting({ profile, hasPreview: false }, leavers);
    expect(await world.runOf(runId)).toMatchObject({
      status: 'awaiting_approval',
      reason: '2 of 2 records would be deleted, but the profile allows only 1 without approval.',
    });
    await world.act(runId, 'approve');
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('succeeded');
  });

  it('stay for a run as they were when it began', async () => {
    const { world, runId } = await waiting();
    world.profile({ schema: 'client', lookup: 'email' });
    await changed(world, 'b');
    await world.act(runId, 'approve');
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('awaiting_approval');
  });
});

describe('a tracker that sleeps while its run is approved', () => {
  it('ends no later dry run, so nothing is written without approval (invariant 5)', async () => {
    const asleepBefore = new Set<string | undefined>();
    for (let slept = 1; ; slept += 1) {
      let [effects, isApproved, isAwake] = [Infinity, false, false];
      const world = staged({
        profile: { ...asks, batchSize: 1 },
        runsFor: ({ batch }) => (isApproved ? 90_000 : batch * 100),
        // A sleep of 50 seconds.
        decisions: {
          made: new Set(),
          chance: () => false,
          pick: (name) => (name.startsWith('sleep ') ? 2 : 0),
        },
        scripted: ({ step }) => (step === 'trackRun' && (effects -= 1) === 0 ? 'slow' : undefined),
      });
      const runId = world.drop(inbox, sheetOf('email', 'a@example.com', 'b@example.com'));
      const isSent = async () => (await world.runOf(runId)).notice?.state === 'sent';
      const isAccepted = async (batch: number) =>
        (await world.ledger.submission({ runId, batch, phase: 'dry' }))?.status === 'accepted';
      await until(world, async () => (await isAccepted(1)) && (await isAccepted(2)));
      effects = slept;
      const sleeper = world.invoke('trackRun', (functions) => functions.trackRun({ runId, polls: 0 }));
      void sleeper.then(() => (isAwake = true));
      await until(world, async () => isAwake || (await isSent()));
      if (effects > 0) break;
      await until(world, isSent);
      isApproved = true;
      await changed(world, 'a');
      await world.act(runId, 'approve', { by: 'ben' });
      await until(world, () => isAccepted(1));
      if (!isAwake) asleepBefore.add(world.fired[0]?.effect.split(' ')[1]);
      await world.settle();
      const { status, approval } = await world.runOf(runId);
      const found = { slept, status, asked: approval?.asked, real: real(world) };
      expect(found).toEqual({ slept, status: 'awaiting_approval', asked: 2, real: [] });
    }
    expect([...asleepBefore]).toEqual(
      expect.arrayContaining(['service.importStatus', 'ledger.moveSubmission']),
    );
  });
});
