import { runSummary } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../simulation/effects.ts';
import {
  expectEnd,
  importOf,
  inbox,
  linesOf,
  minute,
  nthImport,
  real,
  sheetOf,
  staged,
  until,
  untilRun,
  type Staged,
} from './staging.ts';

const names = ['a', 'b', 'c'];
const leavers = sheetOf('email,deleted', ...names.map((name) => `${name}@example.com,true`));
const seeded = names.map((name) => ({ email: `${name}@example.com` }));
const decide = (world: Staged, runId: string, body: object) => world.act(runId, 'decide', body);
const sends = ({ effects }: Staged) =>
  effects.filter(({ step, command }) => step === 'submitReal' && command === 'import');

/** A run whose first two real requests get no answer: `lost` has its effect, and `undelivered` has none. */
function silent(kinds: readonly FaultKind[], text = leavers) {
  const left = [...kinds];
  const world = staged({
    seeded,
    scripted: ({ step, command }) =>
      step === 'submitReal' && command === 'import' ? left.shift() : undefined,
  });
  const runId = world.drop(inbox, text);
  const attach = (batch: number) =>
    decide(world, runId, { batch, choice: 'attach', importId: importOf(world, batch) });
  return { world, runId, attach };
}

/** Nothing is sent again blindly: without an answer a person is asked. */
async function asking(kind: 'lost' | 'undelivered') {
  const silence = silent([kind, kind]);
  const { world, runId } = silence;
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
  return silence;
}

async function askingAtOnce() {
  const silence = silent(['lost', 'undelivered']);
  const { world, runId } = silence;
  await until(world, () => sends(world).length === 2);
  const sentAt = world.now().getTime();
  await untilRun(world, runId, 'needs_decision');
  return { ...silence, sentAt };
}

describe('a run that needs a decision (invariant 3)', () => {
  it('lists in its mail what is open, and the commands that decide it', async () => {
    const { world, runId } = await asking('lost');
    const text = world.mails[0]?.text ?? '';
    expect(text).toContain(`[run ${runId} batch 1`);
    for (const batch of [1, 2])
      for (const choice of ['--attach IMPORT_ID', '--landed', '--not-applied', '--send-again'])
        expect(text).toContain(`npx sluice decide ${runId} --batch ${batch} ${choice}\n`);
    expect(text).toContain(`npx sluice decide ${runId} --not-applied\n`);
    expect((await world.runOf(runId)).reason).toContain('no answer came back');
  });

  it('shows its unknown rows in a list of runs too (invariant 1)', async () => {
    const { world, runId } = await asking('lost');
    const { counts } = runSummary(await world.runOf(runId));
    expect(counts).toMatchObject({ read: 3, unknown: 3, notAttempted: 0 });
    expect(counts).toEqual(await world.countsOf(runId));
  });

  it('asks at once if it may never send again by itself (invariants 3, 12)', async () => {
    const { world, sentAt } = await askingAtOnce();
    expect(world.now().getTime() - sentAt).toBeLessThan(minute);
  });

  it('accepts before the end of the quiet period only that an import is there (invariant 3)', async () => {
    const { world, runId, attach } = await askingAtOnce();
    for (const choice of ['landed', 'notApplied', 'sendAgain']) {
      const { status, body } = await decide(world, runId, { choice });
      expect(status).toBe(409);
      expect(body).toMatch(/Batch [12, ]+ may still be imported until 2026-03-01 08:15:\d\d UTC/u);
    }
    expect(sends(world)).toHaveLength(2);
    expect((await attach(1)).status).toBe(200);
    await world.later(15 * minute);
    expect((await decide(world, runId, { choice: 'notApplied' })).status).toBe(200);
    const counts = await expectEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ deleted: 2, notAttempted: 1 });
  });

  it('ends as the attached imports ended', async () => {
    const { world, runId, attach } = await asking('lost');
    expect((await attach(1)).status).toBe(200);
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('needs_decision');
    expect(world.mails).toHaveLength(1);
    await attach(2);
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 3, unknown: 0, deleted: 3 });
    expect([real(world).length, world.mails.length]).toEqual([2, 2]);
    expect(linesOf(await world.resultOf(runId))[1]).toContain('a@example.com,true,deleted');
  });

  it('counts rows that were not applied as not attempted, and sends nothing (invariant 1)', async () => {
    const { world, runId } = await asking('undelivered');
    await decide(world, runId, { choice: 'notApplied' });
    const counts = await expectEnd(world, runId, 'failed');
    expect(counts).toMatchObject({ read: 3, notAttempted: 3, unknown: 0 });
    expect(sends(world)).toHaveLength(2);
    const reason = 'not attempted,A person decided that this row was not written.';
    expect(linesOf(await world.resultOf(runId))[1]).toContain(reason);
  });

  it('counts rows that a person has seen in the records as landed, and sends nothing (invariant 1)', async () => {
    const { world, runId } = await asking('lost');
    await decide(world, runId, { choice: 'landed' });
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 3, landed: 3, unknown: 0 });
    expect(sends(world)).toHaveLength(2);
    expect(linesOf(await world.resultOf(runId))[1]).toMatch(/^a@example\.com,true,landed,,,,ref-/u);
  });

  it('sends again what a person wants sent again, each batch once and with a new intent (invariant 2)', async () => {
    const { world, runId } = await asking('undelivered');
    await decide(world, runId, { choice: 'sendAgain' });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, deleted: 3 });
    expect(sends(world)).toHaveLength(4);
    const intents = (await world.ledger.events(runId)).filter(
      ({ subject, type }) => type === 'sendStarted' && String(subject).endsWith('real'),
    );
    expect(intents).toHaveLength(4);
  });

  it('keeps in its history who decided what (invariant 10)', async () => {
    const { world, runId } = await asking('undelivered');
    await decide(world, runId, { batch: 1, choice: 'notApplied', by: 'ben' });
    await decide(world, runId, { batch: 2, choice: 'sendAgain' });
    const decided = (await world.ledger.events(runId)).filter(({ type }) => type === 'decided');
    expect(decided.map(({ subject, data }) => [subject, data['by'], data['choice']])).toEqual([
      ['1/real', 'ben', 'notApplied'],
      ['2/real', 'ana', 'sendAgain'],
    ]);
    const counts = await expectEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ deleted: 1, notAttempted: 2 });
  });

  it('asks again if the service does not know the attached import', async () => {
    const { world, runId } = await asking('undelivered');
    await decide(world, runId, { batch: 1, choice: 'attach', importId: 'nonsense' });
    await decide(world, runId, { batch: 2, choice: 'notApplied' });
    await world.settle();
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ status: 'needs_decision', questions: 2, notice: { state: 'sent' } });
    expect(run.reason).toContain('does not know import nonsense');
    await decide(world, runId, { choice: 'sendAgain' });
    const counts = await expectEnd(world, runId, 'partly_succeeded');
    expect(counts).toMatchObject({ deleted: 2, notAttempted: 1 });
  });

  it('refuses a decision that contradicts one before, and accepts its repetition', async () => {
    const { world, runId, attach } = await asking('lost');
    await attach(1);
    expect((await decide(world, runId, { batch: 1, choice: 'sendAgain' })).status).toBe(409);
    expect((await attach(1)).status).toBe(200);
  });

  it('refuses a decision that cannot be', async () => {
    const { world, runId } = await asking('lost');
    for (const [body, words] of [
      [{ choice: 'attach' }, 'importId'],
      [{ choice: 'attach', importId: nthImport(world, 3) }, 'one of: 1, 2'],
      [{ batch: 2, choice: 'attach', importId: nthImport(world, 1) }, 'another submission'],
      [{ batch: 9, choice: 'notApplied' }, 'to be decided: 1, 2'],
      [{ choice: 'nothing' }, 'choice'],
      [{ choice: 'sendAgain', importId: nthImport(world, 3) }, 'importId'],
    ] as const) {
      const answer = await decide(world, runId, body);
      expect(answer.status, answer.body).toBe(400);
      expect(answer.body).toContain(words);
    }
  });

  it('refuses a decision if nothing is open, and returns the status of the run', async () => {
    const world = staged();
    const runId = world.drop(inbox, sheetOf('email', 'a@example.com'));
    await world.settle();
    const answer = await decide(world, runId, { choice: 'sendAgain' });
    expect(answer.status).toBe(409);
    expect(answer.body).toContain('succeeded');
    expect((await decide(world, 'none', { choice: 'sendAgain' })).status).toBe(404);
  });
});
