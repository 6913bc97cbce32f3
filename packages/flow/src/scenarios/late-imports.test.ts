import { awaitedLate, replay } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createWorld } from '../testing/world.ts';

captureLog();
const sheet = ['email,deleted', 'a@example.com,true', 'b@example.com,true', ''].join('\n');

/** The answer of the only real call is lost, and a person is asked; `owner` held that attempt. */
async function asking(pollsUntilDone = 0) {
  const world = createWorld({
    pollsUntilDone,
    reverts: {},
    fault: ({ input }) => (input.dryRun ? undefined : 'lostReply'),
  });
  const runId = world.drop('inbox/client/email/leavers.csv', sheet);
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
  const ref = { runId, batch: 1, phase: 'real' } as const;
  const owner = (await world.ledger.submission(ref))!.attempts.at(-1)!.owner;
  const hear = (importId: string) =>
    world.ledger.moveSubmission(ref, { type: 'accepted', at: world.now().toISOString(), owner, importId });
  return { world, runId, ref, hear };
}

describe('an importId that comes after a person was asked', () => {
  it.each([0, 5])(
    'is polled, and its end answers the question (invariant 4): after %i polls',
    async (polls) => {
      const { world, runId, hear } = await asking(polls);
      world.pass(60_000);
      await hear('imp2');
      await world.settle();
      expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded', notice: { state: 'sent' } });
      expect(await world.countsFor(runId)).toMatchObject({ read: 2, created: 2, unknown: 0 });
      expect(world.mailer.sent).toHaveLength(2);
      expect(replay(await world.ledger.events(runId)).run).toEqual(await world.runOf(runId));
      expect(world.errors).toEqual([]);
    },
  );

  it('leaves the question open where the service does not know the import (invariant 3)', async () => {
    const { world, runId, hear } = await asking();
    world.pass(60_000);
    await hear('nonsense');
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    await world.act(runId, 'decide', { choice: 'notApplied' });
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('failed');
  });
});

describe('an importId that comes after the run had ended (invariant 4)', () => {
  /** Without a worker that tells of it: its message comes once more, as when it died right after it had written the importId down. */
  async function heardAfter(act: string, body = {}) {
    const { world, runId, ref, hear } = await asking();
    await world.act(runId, act, body);
    await world.settle();
    const mails = world.mailer.sent.length;
    world.pass(3_600_000);
    await hear('imp2');
    world.batches.messages.push({ v: 1, ...ref });
    await world.settle();
    expect(world.errors).toEqual([]);
    const run = await world.runOf(runId);
    expect(run.late).toMatchObject([{ batch: 1, importId: 'imp2', status: 'success' }]);
    expect(replay(await world.ledger.events(runId)).run).toEqual(run);
    expect(await world.ledger.openRuns()).toEqual([]);
    expect(world.mailer.sent).toHaveLength(mails + 1);
    expect(world.mailer.sent.at(-1)?.mail.text).toContain('Import imp2 of batch 1 came to light: success');
    return { world, runId, run };
  }

  it('is polled, its rows are counted and a person is told, of a run that was cancelled', async () => {
    const { world, runId, run } = await heardAfter('cancel');
    expect(run).toMatchObject({ status: 'cancelled', counts: { read: 2, created: 2, unknown: 0 } });
    expect(run.counts).toEqual(await world.countsFor(runId));
    expect(await world.resultOf(runId)).toContainEqual(expect.stringContaining('a@example.com,true,created'));
  });

  it('is told of where a person had said that it was not applied', async () => {
    const { run } = await heardAfter('decide', { choice: 'notApplied' });
    expect(run).toMatchObject({ status: 'failed', counts: { notAttempted: 2 } });
  });

  it('is taken back by an undo that is said again, and by no other', async () => {
    const { world, runId, ref, hear } = await asking();
    await world.act(runId, 'cancel');
    await world.settle();
    await world.act(runId, 'undo');
    await world.settle();
    expect((await world.runOf(runId)).undo?.counts).toEqual({ reversed: 0, kept: 0, failed: 2 });
    await world.act(runId, 'undo');
    expect((await world.runOf(runId)).status).toBe('undone');
    await hear('imp2');
    world.batches.messages.push({ v: 1, ...ref });
    await world.settle();
    expect(world.mailer.sent.at(-1)?.mail.text).toContain(`"sluice undo ${runId}" takes it back as well`);
    await world.act(runId, 'undo');
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({
      status: 'undone',
      undo: { counts: { reversed: 2, kept: 0, failed: 0 } },
    });
    expect(world.reverts?.begun).toEqual(['imp2']);
    expect(replay(await world.ledger.events(runId)).run).toEqual(await world.runOf(runId));
  });

  it.each(['trackRun', 'reportRun'] as const)(
    'is told of once more than there were crashes of %s, whenever those are (invariants 10, 13)',
    async (step) => {
      for (let after = 1; ; after += 1) {
        const { world, runId, ref, hear } = await asking();
        await world.act(runId, 'cancel');
        await world.settle();
        const mails = world.mailer.sent.length;
        await hear('imp2');
        world.batches.messages.push({ v: 1, ...ref });
        world.crash({ step, after });
        await world.settle();
        const run = await world.runOf(runId);
        expect(run).toMatchObject({ late: [{ status: 'success' }], counts: { created: 2 } });
        expect(replay(await world.ledger.events(runId)).run).toEqual(run);
        expect(world.mailer.sent.length).toBeGreaterThan(mails);
        expect(world.mailer.sent.length).toBeLessThanOrEqual(mails + (step === 'reportRun' ? 2 : 1));
        if (world.deaths() === 0) {
          expect(after).toBeGreaterThan(2);
          return;
        }
      }
    },
  );
});

describe('an importId that comes after a person had said that its batch was not applied (invariant 4)', () => {
  /** Of two batches: that is said of the first, whose id comes while the second is sent again. */
  async function decidedTwice(sinceMs = 0) {
    let loses = true;
    const world = createWorld({
      reverts: {},
      pollsUntilDone: 2,
      fault: ({ input }) => (input.dryRun || !loses ? undefined : 'lostReply'),
    });
    const profile = { schema: 'client', lookup: 'email', batchSize: 1 };
    await world.drops.put('profiles/members.json', JSON.stringify(profile));
    const runId = world.drop('inbox/members/leavers.csv', sheet);
    await world.settle();
    loses = false;
    world.pass(3_600_000);
    const ref = { runId, batch: 1, phase: 'real' } as const;
    const { owner } = (await world.ledger.submission(ref))!.attempts.at(-1)!;
    await world.act(runId, 'decide', { batch: 1, choice: 'notApplied' });
    await world.act(runId, 'decide', { batch: 2, choice: 'sendAgain' });
    await world.round();
    const { status } = await world.runOf(runId);
    const decidedAt = Date.parse((await world.ledger.submission(ref))!.decided!.at);
    const at = new Date(decidedAt + sinceMs).toISOString();
    await world.ledger.moveSubmission(ref, { type: 'accepted', at, owner, importId: 'imp3' });
    world.batches.messages.push({ v: 1, ...ref });
    await world.settle();
    expect(world.errors).toEqual([]);
    const run = await world.runOf(runId);
    expect(replay(await world.ledger.events(runId)).run).toEqual(run);
    return { world, status, run };
  }

  it.each([1000, -1000])('is polled once the run has ended, and a person is told: %i ms', async (since) => {
    const { world, status, run } = await decidedTwice(since);
    expect(status).toBe('importing');
    expect(run).toMatchObject({ status: 'partly_succeeded', counts: { notAttempted: 1 } });
    expect(run.late).toMatchObject([{ batch: 1, importId: 'imp3', status: 'success' }]);
    expect(world.mailer.sent.at(-1)?.mail.text).toContain('Import imp3 of batch 1 came to light: success');
  });
});

describe('an import that came when its run was cancelled, and goes on', () => {
  /** Until `ends`; while `cannotConnect` nobody can ask for it. */
  async function goingOn() {
    const state = { goesOn: true, cannotConnect: false };
    const world = createWorld({
      reverts: {},
      fault: ({ input }) => (input.dryRun || !state.goesOn ? undefined : 'lostReply'),
      statusFault: ({ dryRun }) => (!dryRun && state.goesOn ? 'noAnswer' : undefined),
      connects: () => !state.cannotConnect,
    });
    const runId = world.drop('inbox/client/email/people.csv', 'email\na@example.com\nb@example.com\n');
    while (!world.service.calls.some(({ input }) => !input.dryRun)) await world.round();
    await world.act(runId, 'cancel');
    while ((await world.runOf(runId)).notice?.state !== 'sent') await world.round();
    const ref = { runId, batch: 1, phase: 'real' } as const;
    const { owner } = (await world.ledger.submission(ref))!.attempts.at(-1)!;
    const at = world.now().toISOString();
    await world.ledger.moveSubmission(ref, { type: 'accepted', at, owner, importId: 'imp2' });
    world.batches.messages.push({ v: 1, ...ref });
    await world.round();
    expect(awaitedLate(await world.runOf(runId))).toHaveLength(1);
    /** The sweep comes as it does, also while there is other work. */
    const pass = async (ms: number) => {
      for (const until = world.now().getTime() + ms; world.now().getTime() < until;) {
        await world.round();
        await world.sweep();
      }
    };
    return { world, runId, state, pass };
  }

  it('keeps its lane from other runs, long after the quiet time (invariant 9)', async () => {
    const { world, runId, state, pass } = await goingOn();
    const { quietUntil = '' } = await world.runOf(runId);
    const other = world.drop('inbox/client/email/other.csv', 'email\na@example.com\n');
    await pass(2 * 3_600_000);
    expect(world.now().toISOString() > quietUntil).toBe(true);
    expect(awaitedLate(await world.runOf(runId))).toHaveLength(1);
    expect(await world.runOf(other)).toMatchObject({ status: 'queued', blockedBy: runId });
    state.goesOn = false;
    await world.settle();
    expect((await world.runOf(runId)).late).toMatchObject([{ status: 'success' }]);
    expect((await world.runOf(other)).status).toBe('succeeded');
    expect(world.errors).toEqual([]);
  });

  it('is what an undo is told to wait for', async () => {
    const { world, runId } = await goingOn();
    const { status, body } = await world.act(runId, 'undo');
    expect(status).toBe(409);
    expect(body).toContain('import imp2 of batch 1');
    expect(body).not.toContain('mail is still to go out');
  });

  it('is asked for again where the credentials could not be had (invariant 11)', async () => {
    const { world, runId, state, pass } = await goingOn();
    state.goesOn = false;
    state.cannotConnect = true;
    await pass(3_600_000);
    expect(world.errors).toEqual([]);
    expect(awaitedLate(await world.runOf(runId))).toHaveLength(1);
    state.cannotConnect = false;
    await world.settle();
    expect((await world.runOf(runId)).late).toMatchObject([{ status: 'success' }]);
  });
});
