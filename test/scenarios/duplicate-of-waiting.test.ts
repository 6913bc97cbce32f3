import { describe, expect, it } from 'vitest';
import { expectEnd, inbox, sheetOf, staged } from './staging.ts';

const text = sheetOf('email,name', 'a@a.com,Ada', 'b@a.com,Bo');
const other = 'inbox/members/again.csv';

/** A run that waits for approval, and one with the same content that was dropped after it. */
async function twins() {
  const world = staged({ profile: { approval: 'ask' } });
  const first = world.drop(inbox, text);
  await expectEnd(world, first, 'awaiting_approval');
  const second = world.drop(other, text);
  await world.settle();
  return { world, first, second };
}

describe('content of a run that has not landed', () => {
  it('waits for that run, and blocks nobody (D10)', async () => {
    const { world, first, second } = await twins();
    expect(await world.runOf(second)).toMatchObject({ status: 'queued', blockedBy: first });
    const third = world.drop('inbox/members/other.csv', sheetOf('email,name', 'c@a.com,Cy'));
    await world.settle();
    await world.act(third, 'approve');
    await world.settle();
    expect((await world.runOf(third)).status).toBe('succeeded');
    expect(await world.runOf(second)).toMatchObject({ status: 'queued', blockedBy: first });
  });

  it('is imported once that run is cancelled (D10)', async () => {
    const { world, first, second } = await twins();
    await world.act(first, 'cancel');
    await world.settle();
    expect((await world.runOf(first)).status).toBe('cancelled');
    await expectEnd(world, second, 'awaiting_approval');
    await world.act(second, 'approve');
    await world.settle();
    expect((await world.runOf(second)).status).toBe('succeeded');
    expect([...world.service.records.keys()]).toHaveLength(2);
  });

  it('is a duplicate once that run has landed', async () => {
    const { world, first, second } = await twins();
    await world.act(first, 'approve');
    await world.settle();
    expect((await world.runOf(first)).status).toBe('succeeded');
    expect(await world.runOf(second)).toMatchObject({ status: 'duplicate', duplicateOf: first });
  });
});
