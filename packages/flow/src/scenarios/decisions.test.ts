import { replay, runSummary, type RunStatus } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createWorld, type World, type WorldOptions } from '../testing/world.ts';

captureLog();
const minute = 60_000;
const key = 'inbox/members/leavers.csv';
const profile = JSON.stringify({ schema: 'client', lookup: 'email', batchSize: 2 });
const leavers = ['email,deleted', 'a@example.com,true', 'b@example.com,true', 'c@example.com,true', ''].join(
  '\n',
);

/** Deletions are not sent again blindly: after a lost reply a person is asked. */
async function asking(fault: 'lostReply' | 'intermediary', options: WorldOptions = {}) {
  const world = await membersWith(fault, options);
  const runId = world.drop(key, leavers);
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
  return { world, runId };
}

async function askingAtOnce() {
  const world = await membersWith('lostReply');
  const runId = world.drop(key, leavers);
  while (real(world).length < 2) await world.round();
  const sentAt = world.now().getTime();
  while ((await world.runOf(runId)).status !== 'needs_decision') await world.round();
  return { world, runId, sentAt };
}

async function membersWith(fault: 'lostReply' | 'intermediary', options: WorldOptions = {}) {
  const failed = new Set<string>();
  const world = createWorld({
    ...options,
    // The first real call of each batch.
    fault: ({ input }) => {
      const body = JSON.stringify(input.recordSets);
      if (input.dryRun === true || failed.has(body)) return undefined;
      failed.add(body);
      return fault;
    },
  });
  await world.drops.put('profiles/members.json', profile);
  return world;
}

async function expectEnd(world: World, runId: string, status: RunStatus) {
  await world.settle();
  expect(world.errors).toEqual([]);
  expect(await world.runOf(runId)).toMatchObject({ status, notice: { state: 'sent' } });
  const { run, submissions } = replay(await world.ledger.events(runId));
  expect(run).toEqual(await world.runOf(runId));
  expect(submissions).toEqual(await world.ledger.submissions(runId));
  return world.countsFor(runId);
}

const real = (world: World) => world.service.calls.filter(({ input }) => !input.dryRun);
const decide = (world: World, runId: string, body: object) => world.act(runId, 'decide', body);

describe('a run that asks a person (invariant 3)', () => {
  it('says in its mail what is to be decided, and the commands that do it', async () => {
    const { world, runId } = await asking('lostReply');
    const text = world.mailer.sent[0]?.mail.text ?? '';
    expect(text).toContain(`[run ${runId} batch 1`);
    expect(text).toContain(`sluice decide ${runId} --batch N --attach IMPORT_ID`);
    expect(text).toContain(`sluice decide ${runId} --batch N --not-applied`);
    expect(text).toContain(`sluice decide ${runId} --batch N --send-again`);
    expect((await world.runOf(runId)).reason).toContain('deletions');
  });

  it('says in a list of runs as well which rows nobody knows of, and what became of the others (invariant 1)', async () => {
    const { world, runId } = await asking('lostReply');
    const { counts } = runSummary(await world.runOf(runId));
    expect(counts).toMatchObject({ read: 3, unknown: 3, notAttempted: 0 });
    expect(counts).toEqual(await world.countsFor(runId));
  });

  it('asks at once, since nothing that comes could change that it may not be sent again (invariants 3, 12)', async () => {
    const { world, sentAt } = await askingAtOnce();
    expect(world.now().getTime() - sentAt).toBeLessThan(minute);
  });

  it('does not take it before the quiet time is over that nothing was applied, or is to be sent again (invariant 3)', async () => {
    const { world, runId } = await askingAtOnce();
    for (const choice of ['notApplied', 'sendAgain']) {
      const { status, body } = await decide(world, runId, { choice });
      expect(status).toBe(409);
      expect(body).toMatch(/Batch 1, 2 may still be imported until 2026-03-01T08:15:\d\d.\d{3}Z/u);
    }
    expect(real(world)).toHaveLength(2);
    // That an import is there is known for sure.
    expect((await decide(world, runId, { batch: 1, choice: 'attach', importId: 'imp3' })).status).toBe(200);
    world.pass(15 * minute);
    expect((await decide(world, runId, { choice: 'notApplied' })).status).toBe(200);
    expect(await expectEnd(world, runId, 'partly_succeeded')).toMatchObject({ created: 2, notAttempted: 1 });
  });

  it('waits out the quiet time before it asks where a batch may be sent again by itself', async () => {
    const world = await membersWith('lostReply');
    const runId = world.drop(key, leavers.replaceAll('deleted', 'name'));
    while (real(world).length < 2) await world.round();
    for (let rounds = 0; rounds < 9; rounds += 1) await world.round();
    expect((await world.runOf(runId)).status).toBe('importing');
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ updated: 3 });
  });

  it('goes on with the imports that are attached, and ends as they did', async () => {
    const { world, runId } = await asking('lostReply');
    // Two dry runs came first; what the lost answers would have said.
    expect(await decide(world, runId, { batch: 1, choice: 'attach', importId: 'imp3' })).toMatchObject({
      status: 200,
    });
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    expect(world.mailer.sent).toHaveLength(1);
    await decide(world, runId, { batch: 2, choice: 'attach', importId: 'imp4' });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, unknown: 0, created: 3 });
    expect(real(world)).toHaveLength(2);
    expect(world.mailer.sent).toHaveLength(2);
    expect(await world.resultOf(runId)).toContainEqual(expect.stringContaining('a@example.com,true,created'));
  });

  it('counts rows as not attempted where they were not applied, without sending anything (invariant 1)', async () => {
    const { world, runId } = await asking('intermediary');
    await decide(world, runId, { choice: 'notApplied' });
    expect(await expectEnd(world, runId, 'failed')).toMatchObject({ read: 3, notAttempted: 3, unknown: 0 });
    expect(real(world)).toHaveLength(2);
    const lines = await world.resultOf(runId);
    expect(lines[1]).toContain('not attempted,A person decided that this row was not written.');
  });

  it('sends again what it is told to, each batch once and with an intent of its own (invariant 2)', async () => {
    const { world, runId } = await asking('intermediary');
    await decide(world, runId, { choice: 'sendAgain' });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, created: 3 });
    expect(real(world)).toHaveLength(4);
    const sent = (await world.ledger.events(runId)).filter(
      ({ subject, type }) => type === 'sendStarted' && String(subject).endsWith('real'),
    );
    expect(sent).toHaveLength(4);
  });

  it('keeps in the history who decided what (invariant 10)', async () => {
    const { world, runId } = await asking('intermediary');
    await decide(world, runId, { batch: 1, choice: 'notApplied', by: 'ben' });
    await decide(world, runId, { batch: 2, choice: 'sendAgain' });
    const decided = (await world.ledger.events(runId)).filter(({ type }) => type === 'decided');
    expect(decided.map(({ subject, data }) => [subject, data['by'], data['choice']])).toEqual([
      ['1/real', 'ben', 'notApplied'],
      ['2/real', 'ana', 'sendAgain'],
    ]);
    expect(await expectEnd(world, runId, 'partly_succeeded')).toMatchObject({ created: 1, notAttempted: 2 });
  });

  it('asks again where the attached import is unknown to the service, or wrote nothing', async () => {
    const { world, runId } = await asking('intermediary');
    await decide(world, runId, { batch: 1, choice: 'attach', importId: 'nonsense' });
    await decide(world, runId, { batch: 2, choice: 'notApplied' });
    await world.settle();
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ status: 'needs_decision', questions: 2, notice: { state: 'sent' } });
    expect(run.reason).toContain('does not know import nonsense');
    await decide(world, runId, { choice: 'sendAgain' });
    expect(await expectEnd(world, runId, 'partly_succeeded')).toMatchObject({ created: 2, notAttempted: 1 });
  });

  it('takes one of two decisions that contradict each other, and refuses the other', async () => {
    const { world, runId } = await asking('lostReply');
    await decide(world, runId, { batch: 1, choice: 'attach', importId: 'imp3' });
    const other = await decide(world, runId, { batch: 1, choice: 'sendAgain' });
    expect(other.status).toBe(409);
    expect((await decide(world, runId, { batch: 1, choice: 'attach', importId: 'imp3' })).status).toBe(200);
  });

  it.each([
    [{ choice: 'attach' }, 400, 'importId'],
    [{ choice: 'attach', importId: 'imp3' }, 400, 'one of: 1, 2'],
    [{ batch: 2, choice: 'attach', importId: 'imp1' }, 400, 'another submission'],
    [{ batch: 9, choice: 'notApplied' }, 400, 'to be decided: 1, 2'],
    [{ choice: 'nothing' }, 400, 'choice'],
    [{ choice: 'sendAgain', importId: 'imp3' }, 400, 'importId'],
  ])('refuses %j', async (body, status, words) => {
    const { world, runId } = await asking('lostReply');
    const answer = await decide(world, runId, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(words);
  });

  it('refuses a decision when nobody is asked, and says how the run stands', async () => {
    const world = createWorld();
    const runId = world.drop('inbox/client/email/x.csv', 'email\na@example.com\n');
    await world.settle();
    const answer = await decide(world, runId, { choice: 'sendAgain' });
    expect(answer.status).toBe(409);
    expect(answer.body).toContain('succeeded');
    expect((await decide(world, 'none', { choice: 'sendAgain' })).status).toBe(404);
  });

  it.each(['act', 'trackRun', 'submitReal', 'reportRun'] as const)(
    'ends the same after a crash after each effect of %s, and sends nothing twice (invariants 1, 2, 3)',
    async (step) => {
      for (let after = 1; ; after += 1) {
        const { world, runId } = await asking('intermediary', { idempotencyKey: false });
        const before = world.deaths();
        world.crash({ step, after });
        await decide(world, runId, { batch: 1, choice: 'notApplied' });
        await decide(world, runId, { batch: 2, choice: 'sendAgain' });
        await world.settle();
        if (world.deaths() === before) {
          expect(after).toBeGreaterThan(4);
          return;
        }
        const run = await world.runOf(runId);
        // A worker that died after its intent leaves its batch to a person once more.
        if (run.status === 'needs_decision') await decide(world, runId, { choice: 'sendAgain' });
        const counts = await expectEnd(world, runId, 'partly_succeeded');
        expect([counts.created + counts.updated, counts.notAttempted, counts.unknown]).toEqual([1, 2, 0]);
        expect([...world.service.records.values()].every(({ created }) => created === 1)).toBe(true);
      }
    },
  );
});
