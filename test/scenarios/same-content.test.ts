import { describe, expect, it } from 'vitest';
import { expectEnd, inbox, linesOf, real, sheetOf, staged, type Staged } from './staging.ts';

const other = 'inbox/members/the same again.csv';
const people = (count: number) =>
  sheetOf('email,name', ...Array.from({ length: count }, (_, n) => `p${n}@example.com,Canary ${n}`));

const runsOf = (world: Staged, runIds: readonly string[]) => Promise.all(runIds.map(world.runOf));
const isWrittenOnce = ({ service }: Staged) =>
  [...service.records.values()].every(({ written }) => written === 1);

/** A drop that was imported. */
async function imported(world = staged()) {
  const first = world.drop(inbox, people(7));
  await expectEnd(world, first, 'succeeded');
  return { world, first };
}

describe('the same content', () => {
  it('is imported once, whatever its file is called, and the second drop names the first (invariants 1, 7)', async () => {
    const { world, first } = await imported();
    const sent = real(world).length;
    const second = world.drop(other, people(7));
    const counts = await expectEnd(world, second, 'duplicate');
    expect(new Set(Object.values(counts))).toEqual(new Set([0]));
    const { duplicateOf, resultKey } = await world.runOf(second);
    expect({ duplicateOf, resultKey }).toEqual({ duplicateOf: first, resultKey: undefined });
    expect(real(world)).toHaveLength(sent);
    expect(world.mails[1]?.text).toContain(
      `same as  ${first} (new.csv, 2026-03-01 08:00:00 UTC, dropped by `,
    );
  });

  it('dropped at once under five names is imported once (invariant 7)', async () => {
    const world = staged();
    const runIds = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      world.drop(`inbox/members/${name}.csv`, people(7)),
    );
    await world.settle();
    const runs = await runsOf(world, runIds);
    const [winner, ...more] = runs.filter(({ status }) => status === 'succeeded');
    expect(more).toEqual([]);
    const losers = runs.filter(({ status }) => status === 'duplicate');
    expect(losers.map(({ duplicateOf }) => duplicateOf)).toEqual(Array(4).fill(winner?.runId));
    expect(isWrittenOnce(world)).toBe(true);
    expect(world.mails).toHaveLength(5);
  });

  it('is imported again under other settings', async () => {
    const { world } = await imported();
    world.profile({ schema: 'client', lookup: 'email', constants: { langCode: 'de' } });
    const counts = await expectEnd(world, world.drop(other, people(7)), 'succeeded');
    expect(counts).toMatchObject({ read: 7, updated: 7 });
  });

  it('is imported again if its metadata asks for that', async () => {
    const { world } = await imported();
    const again = world.drop(other, people(7), { metadata: { 'sluice-again': 'true' } });
    expect(await expectEnd(world, again, 'succeeded')).toMatchObject({ read: 7, unchanged: 7 });
  });

  it('is checked again once another file of its lane was imported, also after a rejected one (S3)', async () => {
    const { world, first } = await imported();
    const stale = world.drop(other, people(7));
    await expectEnd(world, stale, 'duplicate');
    const changed = people(7).replaceAll('Canary', 'Finch');
    await expectEnd(world, world.drop('inbox/members/tuesday.csv', changed), 'succeeded');
    await expectEnd(
      world,
      world.drop('inbox/members/wrong.csv', sheetOf('email,name', 'nobody,N')),
      'rejected',
    );
    const again = world.drop('inbox/members/monday again.csv', people(7));
    expect(await expectEnd(world, again, 'succeeded')).toMatchObject({ read: 7, updated: 7 });
    const { text = '' } = world.mails.at(-1) ?? {};
    expect(text).toMatch(
      /^Earlier runs:\n +imported before .+ \(new\.csv, .+\n +written since .+ \(tuesday\.csv, .+\n\n/mu,
    );
    expect(text).toContain(`${first} (`);
    expect(text).not.toContain('wrong.csv');
    const once = world.drop('inbox/members/monday once more.csv', people(7));
    await expectEnd(world, once, 'duplicate');
    expect((await world.runOf(once)).duplicateOf).toBe(again);
    expect((await world.runOf(stale)).duplicateOf).toBe(first);
  });

  it('is checked again once the run was undone, or another run of its lane was', async () => {
    const { world, first } = await imported();
    const second = world.drop('inbox/members/more.csv', sheetOf('email,name', 'q@example.com,Q'));
    await expectEnd(world, second, 'succeeded');
    await expectEnd(world, world.drop(other, people(7)), 'succeeded');
    await world.act(first, 'undo');
    await world.settle();
    expect((await world.runOf(first)).status).toBe('undone');
    await expectEnd(world, world.drop('inbox/members/after undo.csv', people(7)), 'succeeded');
  });

  it.each([
    ['is cancelled', 'cancel', 'cancelled'],
    ['is approved, and then refused by its last dry run', 'approve', 'rejected'],
  ] as const)(
    'is a duplicate after a run that asked for approval and %s (invariant 7)',
    async (_, act, status) => {
      let isRefused = false;
      const refuse = () => (isRefused ? 'name: not today' : undefined);
      const { world, first } = await imported(staged({ refuse }));
      const profile = { schema: 'client', lookup: 'email', batchSize: 2 };
      world.profile({ ...profile, approval: 'ask' });
      const asked = world.drop('inbox/members/asks.csv', people(7).replaceAll('Canary', 'Finch'));
      await expectEnd(world, asked, 'awaiting_approval');
      world.profile(profile);
      isRefused = true;
      await world.act(asked, act);
      await expectEnd(world, asked, status);
      isRefused = false;
      const again = world.drop(other, people(7));
      await expectEnd(world, again, 'duplicate');
      expect((await world.runOf(again)).duplicateOf).toBe(first);
    },
  );

  it('is imported after a run of it that wrote nothing', async () => {
    let isRefused = true;
    const world = staged({ refuse: () => (isRefused ? 'name: not today' : undefined) });
    await expectEnd(world, world.drop(inbox, people(7)), 'rejected');
    isRefused = false;
    await expectEnd(world, world.drop(other, people(7)), 'succeeded');
  });
});

describe('an older version of a file', () => {
  it('ends superseded if a newer one has landed, and its rows are named as not written (invariant 22)', async () => {
    const world = staged();
    const older = world.drop(inbox, people(2), { isEventLost: true });
    world.pass(10);
    const newer = world.drop(inbox, people(3));
    expect(await expectEnd(world, newer, 'succeeded')).toMatchObject({ created: 3 });
    expect(await expectEnd(world, older, 'superseded')).toMatchObject({ read: 2, notAttempted: 2 });
    expect((await world.runOf(older)).reason).toContain(newer);
    expect(world.service.records.size).toBe(3);
  });

  it('lands before the newer one if both are dropped at once (invariant 22)', async () => {
    const world = staged();
    const corrected = people(3).replaceAll('Canary', 'Canary right');
    const [older, newer] = [world.drop(inbox, people(2)), world.drop(inbox, corrected)];
    await expectEnd(world, older, 'succeeded');
    expect(await expectEnd(world, newer, 'succeeded')).toMatchObject({ created: 1, updated: 2 });
    expect(linesOf(await world.resultOf(newer))).toHaveLength(4);
    expect(world.service.records.get('p0@example.com')?.record['name']).toBe('Canary right 0');
  });
});
