import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../simulation/effects.ts';
import {
  expectEnd,
  hour,
  inbox,
  minute,
  real,
  settled,
  sheetOf,
  staged,
  type Staged,
  type Staging,
} from './staging.ts';

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

  it.each(['lost', 'turnedAway', 'gateway', 'serverError'] as const)(
    'with %s for a real import and no key is not called again: what others change meanwhile stays (invariant 3)',
    async (kind) => {
      const { world, runId } = await settled(people, firstReal(kind));
      const counts = await expectEnd(world, runId, 'needs_decision');
      expect(counts).toMatchObject({ read: 7, created: 5, unknown: 2 });
      const changed = { email: 'p0@example.com', name: 'by hand' };
      await world.service.changeByHand(changed);
      await world.later(hour);
      expect(world.service.records.get(changed.email)?.record).toEqual(changed);
      const isThere = kind !== 'turnedAway';
      await world.act(runId, 'decide', { choice: isThere ? 'landed' : 'notApplied' });
      const ended = await expectEnd(world, runId, isThere ? 'succeeded' : 'partly_succeeded');
      expect(ended).toMatchObject({ created: 5, landed: isThere ? 2 : 0, notAttempted: isThere ? 0 : 2 });
      expect(world.service.records.get(changed.email)?.record).toEqual(changed);
    },
  );

  it('with a 502 for a real import that never arrived is called again under a key: every row is written (invariant 3)', async () => {
    const { world, runId } = await settled(people, { isOurs: true, ...firstReal('turnedAway') });
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
    expect(real(world)).toHaveLength(4);
  });

  it.each([
    ['import', 'throttled'],
    ['import', 'unauthorized'],
    ['import', 'unsent'],
    ['connect', 'unsent'],
  ] as const)('at %s with %s for hours is waited out (invariants 11, 12)', async (call, kind) => {
    let isBroken = true;
    const world = staged({
      scripted: ({ command }) => (isBroken && command === call ? kind : undefined),
    });
    const runId = world.drop(inbox, people);
    const until = world.now().getTime() + 6 * hour;
    await world.settle(() => world.now().getTime() > until);
    expect(world.service.calls).toEqual([]);
    isBroken = false;
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
    expect(world.deadLetters).toEqual([]);
  });

  it('that does not return for hours how its imports ended is waited out (invariants 11, 12)', async () => {
    const until: number = Date.parse('2026-03-01T14:00:00.000Z');
    const world: Staged = staged({
      scripted: ({ command }) =>
        command === 'importStatus' && world.now().getTime() < until ? 'undelivered' : undefined,
    });
    const runId = world.drop(inbox, people);
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
    expect(world.deadLetters).toEqual([]);
  });

  it.each(['import', 'connect'])(
    'for good with %s ends the run, with nothing written (invariant 12)',
    async (call) => {
      const { world, runId } = await settled(people, {
        scripted: ({ command }) => (command === call ? 'unsent' : undefined),
      });
      const counts = await expectEnd(world, runId, 'rejected');
      expect(counts).toMatchObject({ read: 7, notAttempted: 7 });
      expect((await world.runOf(runId)).reason).toContain('given up after 100 attempts');
    },
  );
});

/** What becomes of each call of `importStatus`, or only of those about real imports. */
function silentAbout(phase: 'every' | 'real', kind: FaultKind, options: Staging = {}): Staged {
  const isReal = (importId: unknown) => world.service.imports.get(String(importId))?.dryRun === false;
  const world: Staged = staged({
    ...options,
    scripted: ({ command }, [importId]) =>
      command === 'importStatus' && (phase === 'every' || isReal(importId)) ? kind : undefined,
  });
  return world;
}

describe('a service that does not return how its imports ended', () => {
  const kinds = ['notFound', 'undelivered', 'throttled', 'unauthorized'] as const;

  it.each(kinds)(
    'but %s for good, for real imports: a person is asked about every row within days (invariants 1, 3, 12)',
    async (kind) => {
      const world = silentAbout('real', kind);
      const runId = world.drop(inbox, people);
      const counts = await expectEnd(world, runId, 'needs_decision');
      expect(counts).toMatchObject({ read: 7, unknown: 7, notAttempted: 0 });
      expect(world.mails).toHaveLength(1);
      expect(world.mails[0]?.subject).toContain('7 rows need your decision');
      expect(world.mails[0]?.text).not.toContain('add up');
      const { startedAt, questionAt = '' } = await world.runOf(runId);
      expect(Date.parse(questionAt) - Date.parse(startedAt)).toBeLessThan(30 * hour);
    },
  );

  it.each(kinds)(
    'but %s for good, for dry runs: the run ends, and nothing was written (invariant 12)',
    async (kind) => {
      const world = silentAbout('every', kind);
      const counts = await expectEnd(world, world.drop(inbox, people), 'rejected');
      expect(counts).toMatchObject({ read: 7, notAttempted: 7 });
      expect(real(world)).toEqual([]);
    },
  );

  it('asks a person also if more imports are lost than one step polls (invariant 12)', async () => {
    const world = silentAbout('real', 'notFound', { profile: { batchSize: 1 } });
    const runId = world.drop(
      inbox,
      sheetOf('email', ...Array.from({ length: 120 }, (_, n) => `p${n}@a.com`)),
    );
    expect(await expectEnd(world, runId, 'needs_decision')).toMatchObject({ read: 120, unknown: 120 });
  });
});

describe('a batch that was sent', () => {
  it('does not keep the run from its end although its object was deleted (invariants 1, 12)', async () => {
    const world: Staged = staged({
      profile: { batchSize: 7 },
      onReal: () => {
        for (const key of world.s3.keys('files'))
          if (key.includes('/batches/')) world.s3.remove('files', key);
      },
    });
    const runId = world.drop(inbox, people);
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('succeeded');
    expect(await world.countsOf(runId)).toMatchObject({ read: 7, landed: 7 });
    expect(world.mails[0]?.text).toContain('the counts of this run do not add up (landed)');
  });

  it('is not called refused after a lost answer, if its first copy may have landed (invariants 1, 3)', async () => {
    const world: Staged = staged({
      ...firstReal('lost'),
      refuse: () => (world.service.records.size > 0 ? 'email: another address' : undefined),
    });
    const runId = world.drop(inbox, sheetOf('email', 'a@example.com', 'b@example.com'));
    await expectEnd(world, runId, 'needs_decision');
    await world.later(16 * minute);
    await world.act(runId, 'decide', { choice: 'sendAgain' });
    const counts = await expectEnd(world, runId, 'needs_decision');
    expect(counts).toMatchObject({ read: 2, unknown: 2, failed: 0, notAttempted: 0 });
    expect([real(world).length, world.service.records.size]).toEqual([2, 2]);
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
