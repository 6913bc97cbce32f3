import { replay } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import type { ScriptedRevertOptions } from '../testing/scripted-reverts.ts';
import { createWorld, type World, type WorldOptions } from '../testing/world.ts';

captureLog();
const profile = JSON.stringify({ schema: 'client', lookup: 'email', batchSize: 2 });
const people = (count: number) =>
  ['email', ...Array.from({ length: count }, (_, n) => `p${n}@example.com`), ''].join('\n');

async function imported(reverts?: ScriptedRevertOptions, options: WorldOptions = {}, rows = 5) {
  const world = createWorld({ ...options, ...(reverts && { reverts }) });
  await world.drops.put('profiles/members.json', profile);
  const runId = world.drop('inbox/members/people.csv', people(rows));
  await world.settle();
  return { world, runId };
}

async function reportOf(world: World, runId: string): Promise<string[]> {
  const { undo } = await world.runOf(runId);
  const text = (undo?.reportKey && (await world.files.get(undo.reportKey))) ?? '';
  return text
    .replaceAll('"', '')
    .split('\r\n')
    .filter((line) => line !== '');
}

async function expectUndone(world: World, runId: string) {
  await world.settle();
  expect(world.errors).toEqual([]);
  const run = await world.runOf(runId);
  expect(run).toMatchObject({ status: 'undone', notice: { state: 'sent' }, undo: { by: 'ana' } });
  const replayed = replay(await world.ledger.events(runId));
  expect(replayed.run).toEqual(run);
  expect(replayed.submissions).toEqual(await world.ledger.submissions(runId));
  // What the run did stays as it was counted.
  expect(run.counts).toEqual(await world.countsFor(runId));
  return run.undo?.counts;
}

const mixed: ScriptedRevertOptions = {
  outcomeOf: (lookup) => {
    if (lookup === 'p1@example.com') return { outcome: 'kept', reason: 'changed since' };
    return lookup === 'p4@example.com' ? { outcome: 'failed', reason: '=gone' } : undefined;
  },
};

describe('undoing a run', () => {
  it('undoes each of its imports once, and says of every row what became of it', async () => {
    const { world, runId } = await imported(mixed);
    expect((await world.act(runId, 'undo')).status).toBe(200);
    expect(await expectUndone(world, runId)).toEqual({ reversed: 3, kept: 1, failed: 1 });
    expect(world.reverts?.begun.toSorted()).toEqual(['imp4', 'imp5', 'imp6']);
    expect(await reportOf(world, runId)).toEqual([
      'Row,Undo,Reason,Record id',
      '2,reversed,,id-p0@example.com',
      '3,kept,changed since,id-p1@example.com',
      '4,reversed,,id-p2@example.com',
      '5,reversed,,id-p3@example.com',
      "6,failed,'=gone,id-p4@example.com",
    ]);
  });

  it('sends one mail for it, with the three classes and the report, beside that of the run (invariant 13)', async () => {
    const { world, runId } = await imported(mixed);
    await world.act(runId, 'undo');
    await expectUndone(world, runId);
    expect(world.mailer.sent).toHaveLength(2);
    const { subject, text } = world.mailer.sent[1]?.mail ?? { subject: '', text: '' };
    expect(subject).toContain('undone, 3 records put back, 2 not');
    expect(text).toMatch(/put back +3\n +kept, as somebody changed them since +1\n +failed +1/u);
    expect(text).toContain('undo of people.csv\n');
    expect(text).toContain('undone by');
  });

  it('is asked for once, however often somebody asks', async () => {
    const { world, runId } = await imported({});
    await world.act(runId, 'undo');
    expect((await world.act(runId, 'undo', { by: 'ben' })).status).toBe(200);
    await expectUndone(world, runId);
    expect((await world.act(runId, 'undo')).status).toBe(200);
    await world.settle();
    expect(world.mailer.sent).toHaveLength(2);
    expect(world.reverts?.begun).toHaveLength(3);
  });

  it('says where an import could not be undone, row by row, and undoes the others', async () => {
    const { world, runId } = await imported({
      refuse: (importId) => (importId === 'imp4' ? 'not kept any more' : undefined),
    });
    await world.act(runId, 'undo');
    expect(await expectUndone(world, runId)).toEqual({ reversed: 3, kept: 0, failed: 2 });
    expect((await reportOf(world, runId))[1]).toBe('2,failed,not kept any more,id-p0@example.com');
  });

  it('says so where the server cannot undo, and changes nothing', async () => {
    const { world, runId } = await imported();
    const { status, body } = await world.act(runId, 'undo');
    expect(status).toBe(409);
    expect(body).toContain('cannot undo imports');
    expect((await world.runOf(runId)).status).toBe('succeeded');
  });

  it('is refused for a run that wrote nothing, or goes on', async () => {
    const world = createWorld({ reverts: {} });
    const rejected = world.drop('inbox/client/email/x.csv', 'email\nno address\n');
    await world.settle();
    expect((await world.act(rejected, 'undo')).body).toContain('This one is rejected');
    const live = world.drop('inbox/client/email/y.csv', 'email\na@example.com\n');
    await world.round();
    expect((await world.act(live, 'undo')).body).toMatch(/This one is (checking|importing)/u);
  });

  it('undoes what a cancelled run had written', async () => {
    const world = createWorld({ reverts: {} });
    await world.drops.put('profiles/members.json', profile);
    const runId = world.drop('inbox/members/people.csv', people(5));
    while (world.service.calls.filter(({ input }) => !input.dryRun).length === 0) await world.round();
    await world.act(runId, 'cancel');
    await world.settle();
    const { created } = await world.countsFor(runId);
    await world.act(runId, 'undo');
    expect(await expectUndone(world, runId)).toEqual({ reversed: created, kept: 0, failed: 0 });
  });

  it('asks a service that hangs no longer than a step may take, and ends when it answers again (invariant 12)', async () => {
    const { world, runId } = await imported({}, {}, 60);
    const revert = world.reverts!.revert.bind(world.reverts);
    let asked = 0;
    world.reverts!.revert = async () => {
      asked += 1;
      world.pass(15_000);
      return { kind: 'awaited' };
    };
    await world.act(runId, 'undo');
    await world.round();
    expect(asked).toBeGreaterThan(0);
    // Eight at once.
    expect(asked).toBeLessThanOrEqual(8);
    world.reverts!.revert = revert;
    expect(await expectUndone(world, runId)).toEqual({ reversed: 60, kept: 0, failed: 0 });
  });

  it('gives up after a day without an answer, and says so (invariant 12)', async () => {
    const { world, runId } = await imported({ asksUntilDone: Infinity });
    await world.act(runId, 'undo');
    expect(await expectUndone(world, runId)).toEqual({ reversed: 0, kept: 0, failed: 5 });
    expect((await reportOf(world, runId))[1]).toContain('within a day');
  });

  it.each(['act', 'trackRun', 'reportRun'] as const)(
    'ends the same way after a crash after each effect of %s',
    async (step) => {
      for (let after = 1; ; after += 1) {
        const { world, runId } = await imported(mixed);
        world.crash({ step, after });
        await world.act(runId, 'undo');
        expect(await expectUndone(world, runId)).toEqual({ reversed: 3, kept: 1, failed: 1 });
        expect(await reportOf(world, runId)).toHaveLength(6);
        expect(world.reverts?.begun).toHaveLength(3);
        expect(world.mailer.sent.length).toBeLessThanOrEqual(step === 'reportRun' ? 3 : 2);
        if (world.deaths() === 0) {
          expect(after).toBeGreaterThan(3);
          return;
        }
      }
    },
  );
});
