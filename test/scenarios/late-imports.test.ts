import { awaitedLate } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import {
  expectEnd,
  hour,
  importOf,
  inbox,
  linesOf,
  losesAnswers,
  minute,
  nthImport,
  real,
  receiveLate,
  sheetOf,
  staged,
  until,
  type Staged,
} from './staging.ts';

const leavers = sheetOf('email,deleted', 'a@example.com,true', 'b@example.com,true');
const seeded = ['a', 'b'].map((name) => ({ email: `${name}@example.com` }));
const lateMail = (importId: string, batch = 1) =>
  `Import ${importId} of batch ${batch} was reported late: success`;

/** The answer to each real import is lost, and a person is asked. */
async function asking(profile: object = {}) {
  let loses = true;
  const world = staged({
    seeded,
    profile,
    scripted: (...call) => (loses ? losesAnswers(...call) : undefined),
  });
  const runId = world.drop(inbox, leavers);
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
  world.pass(minute);
  return { world, runId, answers: () => void (loses = false) };
}

describe('an importId that arrives after a person was asked', () => {
  it('is polled, and its outcome answers the question (invariant 4)', async () => {
    const { world, runId } = await asking();
    await receiveLate(world, runId, { alone: true });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 2, deleted: 2, unknown: 0 });
    expect(world.mails).toHaveLength(2);
  });

  it('leaves the question open if the service does not know the import (invariant 3)', async () => {
    const { world, runId } = await asking();
    await receiveLate(world, runId, { importId: 'nonsense', alone: true });
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
  });
});

describe('an importId that arrives after its batch was given up', () => {
  /** So many answers are lost, a person has the batch sent again after each, and the last attempt is refused. */
  async function givenUp(lost: number) {
    let sent = 0;
    const world: Staged = staged({
      scripted: (...call) => (losesAnswers(...call) && (sent += 1) <= lost ? 'lost' : undefined),
      refuse: () => (world.service.records.size > 0 ? 'email: another address' : undefined),
    });
    const runId = world.drop(inbox, sheetOf('email', 'a@example.com', 'b@example.com'));
    await world.settle();
    for (let again = 0; again < lost; again += 1) {
      world.pass(16 * minute);
      await world.act(runId, 'decide', { choice: 'sendAgain' });
      await world.settle();
    }
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    world.pass(minute);
    return { world, runId };
  }

  it('answers the question once every attempt has an importId (invariants 3, 4)', async () => {
    const { world, runId } = await givenUp(2);
    await receiveLate(world, runId, { attempt: 0, alone: true });
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    await receiveLate(world, runId, { attempt: 1, importId: nthImport(world, 3), alone: true });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ created: 2, unknown: 0 });
  });

  it('counts the rows of a cancelled run (invariants 1, 4)', async () => {
    const { world, runId } = await givenUp(1);
    await world.act(runId, 'cancel');
    await world.settle();
    await receiveLate(world, runId, { attempt: 0 });
    expect(await expectEnd(world, runId, 'cancelled')).toMatchObject({ created: 2, unknown: 0 });
  });
});

describe('an importId that arrives after the run has ended (invariant 4)', () => {
  /** Ended by this act, with one more mail about what arrived late. */
  async function receivedAfter(act: string, body = {}) {
    const { world, runId } = await asking();
    world.pass(15 * minute);
    await world.act(runId, act, body);
    await world.settle();
    const mails = world.mails.length;
    world.pass(hour);
    await receiveLate(world, runId);
    await world.settle();
    expect((await world.runOf(runId)).late).toMatchObject([{ batch: 1, status: 'success' }]);
    expect(world.mails).toHaveLength(mails + 1);
    expect(world.mails.at(-1)?.text).toContain(lateMail(importOf(world, 1)));
    return { world, runId };
  }

  it('is polled, its rows are counted and a person is notified, if the run was cancelled', async () => {
    const { world, runId } = await receivedAfter('cancel');
    const counts = await expectEnd(world, runId, 'cancelled');
    expect(counts).toMatchObject({ read: 2, deleted: 2, unknown: 0 });
    expect((await world.runOf(runId)).counts).toEqual(counts);
    expect(linesOf(await world.resultOf(runId))[1]).toContain('a@example.com,true,deleted');
  });

  it('is reported if a person had decided that it was not applied', async () => {
    const { world, runId } = await receivedAfter('decide', { choice: 'notApplied' });
    expect(await world.runOf(runId)).toMatchObject({ status: 'failed', counts: { notAttempted: 2 } });
  });

  it('is counted in an undone run and its result sheet, and undone only by a second request', async () => {
    const { world, runId } = await asking();
    const undo = async () => {
      await world.act(runId, 'undo');
      await world.settle();
      const { status, undo } = await world.runOf(runId);
      return { status, ...undo?.counts };
    };
    await world.act(runId, 'cancel');
    await world.settle();
    expect(await undo()).toEqual({ status: 'undone', reversed: 0, kept: 0, failed: 2 });
    await receiveLate(world, runId);
    await world.settle();
    expect(await world.runOf(runId)).toMatchObject({
      undo: { counts: { reversed: 0 } },
      counts: { deleted: 2, unknown: 0 },
    });
    expect(linesOf(await world.resultOf(runId))[1]).toContain('a@example.com,true,deleted');
    expect(world.mails.at(-1)?.text).toContain(`"npx sluice undo ${runId}" takes it back as well`);
    expect(await undo()).toEqual({ status: 'undone', reversed: 2, kept: 0, failed: 0 });
    await expectEnd(world, runId, 'undone');
  });
});

describe('an importId that arrives after a person had decided that its batch was not applied', () => {
  it.each([1000, -1000])(
    'is polled once the run has ended, and a person is notified: %i ms after it (invariant 4)',
    async (since) => {
      const { world, runId, answers } = await asking({ batchSize: 1 });
      answers();
      world.pass(hour);
      await world.act(runId, 'decide', { batch: 1, choice: 'notApplied' });
      await world.act(runId, 'decide', { batch: 2, choice: 'sendAgain' });
      await until(world, async () => (await world.runOf(runId)).status === 'importing');
      const { decided } = (await world.ledger.submission({ runId, batch: 1, phase: 'real' })) ?? {};
      await receiveLate(world, runId, { at: new Date(Date.parse(decided?.at ?? '') + since) });
      await world.settle();
      const { status, counts, late } = await world.runOf(runId);
      expect({ status, counts }).toMatchObject({ status: 'partly_succeeded', counts: { notAttempted: 1 } });
      expect(late).toMatchObject([{ batch: 1, status: 'success' }]);
      expect(world.mails.at(-1)?.text).toContain(lateMail(importOf(world, 1)));
    },
  );
});

describe('an import whose importId arrived when its run was cancelled, and which goes on', () => {
  it('keeps its lane and refuses an undo, also while there are no credentials (invariants 9, 11)', async () => {
    let [goesOn, canConnect] = [true, true];
    const isReal = (world: Staged, importId: unknown) =>
      world.service.imports.get(String(importId))?.dryRun === false;
    const world: Staged = staged({
      scripted: (effect, args) => {
        if (effect.command === 'connect' && !canConnect) return 'unsent';
        if (effect.command === 'importStatus' && goesOn && isReal(world, args[0])) return 'undelivered';
        return goesOn ? losesAnswers(effect, args) : undefined;
      },
    });
    const pass = (ms: number, from = world.now().getTime()) =>
      world.settle(() => world.now().getTime() > from + ms);
    const text = sheetOf('email', 'a@example.com', 'b@example.com');
    const runId = world.drop(inbox, text);
    await until(world, () => real(world).length > 0);
    await world.act(runId, 'cancel');
    await until(world, async () => (await world.runOf(runId)).notice?.state === 'sent');
    await receiveLate(world, runId);
    await pass(minute);
    const { status, body } = await world.act(runId, 'undo');
    expect(status).toBe(409);
    expect(body).toContain(`import ${importOf(world, 1)} of batch 1`);
    expect(body).not.toContain('mail has not been sent yet');
    const other = world.drop('inbox/members/other.csv', text);
    await pass(hour);
    [goesOn, canConnect] = [false, false];
    await pass(hour);
    const run = await world.runOf(runId);
    expect(world.now().toISOString() > (run.quietUntil ?? '')).toBe(true);
    expect(awaitedLate(run)).toHaveLength(1);
    expect(await world.runOf(other)).toMatchObject({ status: 'queued', blockedBy: runId });
    canConnect = true;
    await expectEnd(world, other, 'succeeded');
    expect((await world.runOf(runId)).late).toMatchObject([{ status: 'success' }]);
  });
});
