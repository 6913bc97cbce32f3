import { describe, expect, it } from 'vitest';
import { expectEnd, hour, inbox, minute, settled, sheetOf, staged, until, type Staging } from './staging.ts';

const people = (count: number) =>
  sheetOf('email,name', ...Array.from({ length: count }, (_, n) => `p${n}@example.com,Canary ${n}`));
const inThrees = { batchSize: 3 };

describe('a run that needs more calls than an hour has', () => {
  it.each([
    // Of five calls none is in reserve, and several instances share them.
    [5, 21, 0, 1],
    [60, 90, 0, 0],
    [60, 90, 1, 0],
  ])(
    'of a limit of %i waits in the ledger and ends: %i rows, and %i calls of others for each (invariants 11, 12)',
    async (limit, rows, others, mostRefused) => {
      const { world, runId } = await settled(people(rows), {
        profile: inThrees,
        limit,
        others: () => others,
      });
      expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: rows, created: rows });
      const submissions = await world.ledger.submissions(runId);
      const outcomes = submissions.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));
      const allRefused = world.service.hours().reduce((sum, { refused }) => sum + refused, 0);
      // Only one that was refused is sent again.
      expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(allRefused);
      expect(outcomes).toHaveLength(submissions.length + allRefused);
      const usable = limit - Math.floor(limit * 0.1);
      for (const { ours, refused } of world.service.hours()) {
        expect(ours).toBeLessThanOrEqual(usable);
        expect(refused).toBeLessThanOrEqual(mostRefused);
      }
      // Two calls of `import` for each batch, in half of each hour's calls; and the hour in which it begins.
      const needed = Math.ceil((2 * (rows / 3) * (1 + others)) / (usable / 2));
      const { startedAt, finishedAt = '' } = await world.runOf(runId);
      expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeLessThan((2 * needed + 2) * hour);
    },
  );

  it('can be cancelled while it waits (invariant 12)', async () => {
    const world = staged({ profile: inThrees, limit: 20 });
    const runId = world.drop(inbox, people(90));
    await until(world, async () =>
      (await world.ledger.submissions(runId)).some(({ status }) => status === 'parked'),
    );
    await world.act(runId, 'cancel');
    expect(await expectEnd(world, runId, 'cancelled')).toMatchObject({ read: 90, notAttempted: 90 });
  });
});

describe('a service that refuses for want of calls', () => {
  async function refused(options: Staging) {
    const world = staged({ profile: inThrees, ...options });
    const runId = world.drop(inbox, people(3));
    const first = async () => (await world.ledger.submissions(runId))[0];
    await until(world, async () => (await first())?.status === 'parked');
    return { world, runId, parked: await first() };
  }

  it('and states its limit is left alone until the next hour', async () => {
    let others = 60;
    const { world, runId, parked } = await refused({ limit: 60, others: () => others });
    expect(parked?.reason).toBe('the service answered too_many_requests');
    expect(parked?.notBefore).toMatch(/^2026-03-01T09:00:[0-3]\d/u);
    others = 0;
    await expectEnd(world, runId, 'succeeded');
  });

  it('and states none is asked again soon, and nothing else is kept back', async () => {
    let times = 0;
    const { world, runId } = await refused({
      scripted: ({ command }) => (command === 'import' && (times += 1) <= 2 ? 'throttled' : undefined),
    });
    await expectEnd(world, runId, 'succeeded');
    const { startedAt, finishedAt = '' } = await world.runOf(runId);
    expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeLessThan(5 * minute);
  });
});
