import { describe, expect, it } from 'vitest';
import type { Scripted } from '../simulation/effects.ts';
import { expectEnd, inbox, minute, sheetOf, staged, untilRun, type Staged } from './staging.ts';

const people = (count: number, name: string) =>
  sheetOf('email,name', ...Array.from({ length: count }, (_, n) => `p${n}@a.com,${name} ${n}`));
const nameOf = ({ service }: Staged, email = 'p0@a.com') => service.records.get(email)?.record['name'];

/** Something happens to the reader of one run, each time it writes a part of its sheet. */
function stagedWith(happens: () => ReturnType<Scripted>) {
  const slow = { runId: '' };
  const world = staged({
    scripted: ({ step, command }, args) =>
      step === 'readDrop' &&
      command === 'put' &&
      slow.runId !== '' &&
      JSON.stringify(args).includes(slow.runId)
        ? happens()
        : undefined,
  });
  return { world, slow };
}

describe('the last version of a file wins (invariant 22)', () => {
  it('also over the version before it, which took longer to read', async () => {
    const { world, slow } = stagedWith(() => 'slow');
    slow.runId = world.drop(inbox, people(40, 'Wrong'));
    await untilRun(world, slow.runId, 'reading');
    // The person sees the mistake and uploads the corrected rows under the same name.
    const newer = world.drop(inbox, people(2, 'Right'));
    await expectEnd(world, slow.runId, 'succeeded');
    await expectEnd(world, newer, 'succeeded');
    expect([nameOf(world), nameOf(world, 'p1@a.com'), nameOf(world, 'p2@a.com')]).toEqual([
      'Right 0',
      'Right 1',
      'Wrong 2',
    ]);
  });

  it('also over another file of its folder, which took longer to read', async () => {
    const { world, slow } = stagedWith(() => 'slow');
    slow.runId = world.drop('inbox/members/all.csv', people(40, 'First'));
    await untilRun(world, slow.runId, 'reading');
    const second = world.drop('inbox/members/corrections.csv', people(1, 'Second'));
    await expectEnd(world, second, 'succeeded');
    expect(nameOf(world)).toBe('Second 0');
  });

  it('also over one that could not be read, when its dead letter is sent again', async () => {
    let isOut = true;
    const { world, slow } = stagedWith(() => (isOut ? 'unsent' : undefined));
    slow.runId = world.drop(inbox, people(2, 'Wrong'));
    await untilRun(world, slow.runId, 'reading');
    for (let n = 0; n < 40 && world.deadLetters.length === 0; n += 1) await world.later(10 * minute);
    const [dead] = world.deadLetters.splice(0);
    isOut = false;
    world.failures.splice(0);
    const newer = world.drop(inbox, people(3, 'Right'));
    await untilRun(world, newer, 'succeeded');
    world.sqs.send('deadArrivals', dead?.body ?? '');
    await world.until(world.redrive());
    expect(await expectEnd(world, slow.runId, 'superseded')).toMatchObject({ read: 2, notAttempted: 2 });
    expect(nameOf(world)).toBe('Right 0');
    const mail = world.mails.find(({ about }) => about === slow.runId);
    expect(mail?.text).toContain(newer);
    expect(mail?.text).toContain('a newer version of this file was imported');
  });
});
