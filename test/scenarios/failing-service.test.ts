import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../simulation/effects.ts';
import { expectEnd, hour, inbox, minute, real, settled, sheetOf, staged, type Staging } from './staging.ts';

const people = sheetOf('email,name', ...Array.from({ length: 7 }, (_, n) => `p${n}@example.com,Canary ${n}`));

/** What happens to the first real import. */
function firstReal(kind: FaultKind): Staging {
  let isOver = false;
  return {
    scripted: ({ step, command }) => {
      if (isOver || step !== 'submitReal' || command !== 'import') return undefined;
      isOver = true;
      return kind;
    },
  };
}

describe('a service that fails', () => {
  it.each(['lost', 'gateway', 'serverError'] as const)(
    'with %s for a real import is called again at once with the same key: no row twice (invariant 3)',
    async (kind) => {
      const { world, runId } = await settled(people, { isOurs: true, ...firstReal(kind) });
      expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      const { finishedAt = '', startedAt } = await world.runOf(runId);
      expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeLessThan(minute);
      expect(real(world)).toHaveLength(5);
    },
  );

  it('with a lost answer and no key is called again only after a quiet period (invariant 3)', async () => {
    const { world, runId } = await settled(people, firstReal('lost'));
    const counts = await expectEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 7, created: 5, unchanged: 2 });
    const { finishedAt = '', startedAt } = await world.runOf(runId);
    expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeGreaterThan(15 * minute);
  });

  it.each(['throttled', 'unauthorized', 'unsent'] as const)(
    'with %s for hours is waited out (invariants 11, 12)',
    async (kind) => {
      let isBroken = true;
      const world = staged({
        scripted: ({ command }) => (isBroken && command === 'import' ? kind : undefined),
      });
      const runId = world.drop(inbox, people);
      const until = world.now().getTime() + 6 * hour;
      await world.settle(() => world.now().getTime() > until);
      expect(world.service.calls).toEqual([]);
      isBroken = false;
      expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
    },
  );

  it('for good ends the run, with nothing written (invariant 12)', async () => {
    const { world, runId } = await settled(people, {
      scripted: ({ command }) => (command === 'import' ? 'unsent' : undefined),
    });
    const counts = await expectEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 7, notAttempted: 7 });
    expect((await world.runOf(runId)).reason).toContain('given up after 100 attempts');
  });
});

describe('a mailer that fails', () => {
  it('is called again, and the mail goes out once (invariant 13)', async () => {
    let fails = true;
    const { world, runId } = await settled(people, {
      scripted: ({ client }) => {
        if (client !== 'mailer' || !fails) return undefined;
        fails = false;
        return 'unsent';
      },
    });
    expect(world.failures.splice(0)).toHaveLength(1);
    await expectEnd(world, runId, 'succeeded');
    expect(world.mails).toHaveLength(1);
  });
});
