import { describe, expect, it } from 'vitest';
import type { Scripted } from '../simulation/effects.ts';
import { expectEnd, hour, inbox, minute, sheetOf, staged, until, untilRun, type Staged } from './staging.ts';

const sheet = (name: string, count = 1) =>
  sheetOf('email,name', ...Array.from({ length: count }, (_, n) => `p${n}@a.com,${name} ${n}`));
const nameOf = ({ service }: Staged) => service.records.get('p0@a.com')?.record['name'];
const blockerOf = async (world: Staged, runId: string) => (await world.ledger.run(runId))?.blockedBy;
const mailOf = ({ mails }: Staged, runId: string) =>
  mails.findLast(({ about }) => about === runId)?.text ?? '';
const executionsOf = ({ sfn }: Staged, runId: string) =>
  [...sfn.executions.values()].filter(({ name }) => name.startsWith(runId));

/** A run that is being read, slowly. */
async function reading(key: string) {
  let first = '';
  const isSlow: Scripted = ({ step, command }, args) =>
    step === 'readDrop' && command === 'put' && first !== '' && JSON.stringify(args).includes(first)
      ? 'slow'
      : undefined;
  const world = staged({ scripted: isSlow });
  first = world.drop(key, sheet('First', 2000));
  await untilRun(world, first, 'reading');
  return { world, first };
}

/** A file of which a newer version waits for approval, when the event of the older one comes at last. */
async function newerAsks() {
  let isOut = true;
  const world = staged({
    profile: { approval: 'ask' },
    scripted: ({ command }) => (isOut && command === 'page' ? 'unsent' : undefined),
  });
  const older = world.drop(inbox, sheet('Old'), { isEventDead: true });
  const newer = world.drop(inbox, sheet('New'));
  await untilRun(world, newer, 'awaiting_approval');
  await until(world, async () => (await world.runOf(newer)).notice?.state === 'sent');
  isOut = false;
  await world.until(world.redrive());
  await until(world, async () => (await blockerOf(world, older)) === newer);
  return { world, older, newer };
}

describe('files of one folder (invariant 22)', () => {
  it('do not wait for a file of another folder that is being read, though they share its lane', async () => {
    const { world, first } = await reading('inbox/client/email/all.csv');
    const other = world.drop('inbox/professional/email/staff.csv', sheetOf('email', 'staff@a.com'));
    await expectEnd(world, other, 'succeeded');
    const read = (await world.ledger.events(first)).find(({ type }) => type === 'read');
    expect((await world.runOf(other)).laneSince).toSatisfy((since) => since < (read?.at ?? ''));
  });

  it('are not held up by one that waits for another file of its own folder to be read', async () => {
    const { world, first } = await reading('inbox/client/email/all.csv');
    const second = world.drop('inbox/client/email/more.csv', sheet('Second'));
    await until(world, async () => (await blockerOf(world, second)) === first);
    const other = world.drop('inbox/professional/email/staff.csv', sheetOf('email', 'staff@a.com'));
    await untilRun(world, other, 'succeeded');
    expect((await world.runOf(second)).status).toBe('queued');
    await expectEnd(world, second, 'succeeded');
    expect(nameOf(world)).toBe('Second 0');
  });

  it.each([
    ['', false],
    [', even if they had waited for another run first', true],
  ])('pass one whose reader died a quarter of an hour after its last progress%s', async (_then, isTaken) => {
    const world = staged({ runsFor: () => 2 * minute });
    const holder = isTaken && world.drop('inbox/professional/email/staff.csv', sheetOf('email', 'x@a.com'));
    if (holder !== false) await untilRun(world, holder, 'checking');
    world.crash('readDrop', 12);
    const older = world.drop(inbox, sheet('Old', 40));
    await until(world, () => world.deaths() === 1);
    expect((await world.runOf(older)).status).toBe('reading');
    const died = world.now().getTime();
    const newer = world.drop(inbox, sheet('New', 2));
    if (holder !== false) await until(world, async () => (await blockerOf(world, newer)) === holder);
    await untilRun(world, newer, 'checking');
    const { laneSince = '', passed } = await world.runOf(newer);
    const waited = Date.parse(laneSince) - died;
    expect([waited > 14 * minute, waited < 16 * minute, passed]).toEqual([true, true, [older]]);
    await untilRun(world, newer, 'succeeded');
    expect(await expectEnd(world, older, 'superseded')).toMatchObject({ read: 40, notAttempted: 40 });
    expect(mailOf(world, newer)).toContain(`It did not wait for run ${older}`);
    expect(nameOf(world)).toBe('New 0');
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('are ordered by time, not by the sequencers of S3: %s before %s', async (one, two) => {
    const world = staged({ runsFor: () => minute });
    const first = world.drop('inbox/members/before.csv', sheetOf('email', 'x@a.com'));
    await untilRun(world, first, 'importing');
    const runIds: string[] = [];
    for (const name of [one, two]) {
      runIds.push(world.drop(`inbox/members/${name}.csv`, sheet(name)));
      await world.later(5);
    }
    for (const runId of runIds) await expectEnd(world, runId, 'succeeded');
    expect(nameOf(world)).toBe(`${two} 0`);
  });

  it('are ordered by the time of S3 where only the sweep found one, and its run began last', async () => {
    const world = staged({ runsFor: () => 40 * minute });
    const before = world.drop('inbox/members/before.csv', sheetOf('email', 'x@a.com'));
    await untilRun(world, before, 'importing');
    const first = world.drop('inbox/members/first.csv', sheet('First'), { isEventLost: true });
    await world.later(2000);
    const second = world.drop('inbox/members/second.csv', sheet('Second'));
    await until(world, async () => (await blockerOf(world, second)) === before);
    for (const runId of [first, second]) await expectEnd(world, runId, 'succeeded');
    expect(nameOf(world)).toBe('Second 0');
  });

  it('ask before they write if their event comes after a later file has landed', async () => {
    const world = staged();
    const late = world.drop('inbox/members/late.csv', sheet('Late'), { isEventLost: true });
    world.pass(2000);
    const later = world.drop('inbox/members/later.csv', sheet('Later'));
    await untilRun(world, later, 'succeeded');
    await expectEnd(world, late, 'awaiting_approval');
    expect(await world.runOf(late)).toMatchObject({ reasonCodes: ['later_file_landed'], overtakenBy: later });
    expect(mailOf(world, late)).toContain(later);
    expect(nameOf(world)).toBe('Later 0');
    await world.act(late, 'approve');
    await expectEnd(world, late, 'succeeded');
    expect(nameOf(world)).toBe('Late 0');
  });
});

describe('an older version of a file (invariant 22)', () => {
  it('is known by the list of S3 where neither version had an event', async () => {
    const world = staged();
    const older = world.drop(inbox, sheet('Old', 3), { isEventLost: true });
    const newer = world.drop(inbox, sheet('New'), { isEventLost: true });
    await expectEnd(world, newer, 'succeeded');
    expect(['succeeded', 'superseded']).toContain((await world.runOf(older)).status);
    expect(nameOf(world)).toBe('New 0');
  });

  it('is superseded weeks later too, when its file is listed no more', async () => {
    let isOut = true;
    const world = staged({ scripted: ({ command }) => (isOut && command === 'page' ? 'unsent' : undefined) });
    const older = world.drop(inbox, sheet('Old'), { isEventDead: true });
    const newer = world.drop(inbox, sheet('New'));
    await untilRun(world, newer, 'succeeded');
    await until(world, () => !world.scheduler.isBusy());
    world.pass(13 * 24 * hour);
    isOut = false;
    await world.until(world.redrive());
    expect(await expectEnd(world, older, 'superseded')).toMatchObject({ read: 1, notAttempted: 1 });
    expect(mailOf(world, older)).toContain(newer);
  });

  it('waits while a newer one asks for approval, blocks nobody, and is superseded once that has landed', async () => {
    const { world, older, newer } = await newerAsks();
    await world.later(1000);
    expect(executionsOf(world, older).some(({ running }) => running)).toBe(false);
    const other = world.drop('inbox/professional/email/staff.csv', sheetOf('email', 'staff@a.com'));
    await untilRun(world, other, 'succeeded');
    expect((await world.runOf(older)).status).toBe('queued');
    await world.act(newer, 'approve');
    await untilRun(world, newer, 'succeeded');
    await untilRun(world, older, 'superseded');
    expect(nameOf(world)).toBe('New 0');
  });

  it('is imported after all if the newer one is cancelled', async () => {
    const { world, older, newer } = await newerAsks();
    await world.act(newer, 'cancel');
    await untilRun(world, older, 'awaiting_approval');
    await world.act(older, 'approve');
    await expectEnd(world, older, 'succeeded');
    expect(nameOf(world)).toBe('Old 0');
  });
});

describe('a run that waits for its lane', () => {
  it('has no execution, and is started once, by the end of the run before it', async () => {
    const world = staged({ runsFor: () => 10 * minute });
    const first = world.drop('inbox/members/first.csv', sheet('First', 3));
    await untilRun(world, first, 'importing');
    const waiting = ['second', 'third'].map((name) => world.drop(`inbox/members/${name}.csv`, sheet(name)));
    for (const runId of waiting) await until(world, async () => (await blockerOf(world, runId)) === first);
    await world.later(2 * minute);
    for (const runId of waiting)
      expect(executionsOf(world, runId).map(({ running }) => running)).toEqual([false]);
    for (const runId of waiting) {
      await expectEnd(world, runId, 'succeeded');
      expect((await world.runOf(runId)).trackers).toBe(2);
    }
  });
});
