import { replay } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from './shared/testing/log-lines.ts';
import { createWorld } from './shared/testing/world.ts';

captureLog();
const sheet = ['email,deleted', 'a@example.com,true', 'b@example.com,true', ''].join('\n');

/** The answer of the only real call is lost, and a person is asked; `owner` held that attempt. */
async function asking(pollsUntilDone = 0) {
  const world = createWorld({
    pollsUntilDone,
    fault: ({ input }) => (input.dryRun ? undefined : 'lostReply'),
  });
  const runId = world.drop('inbox/client/email/leavers.csv', sheet);
  await world.settle();
  expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', mail: { state: 'sent' } });
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
      expect(await world.runOf(runId)).toMatchObject({ status: 'succeeded', mail: { state: 'sent' } });
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
