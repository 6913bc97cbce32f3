import { afterAll, describe, expect, it } from 'vitest';
import { captureLog } from './shared/testing/log-lines.ts';
import {
  createdOnce,
  droppedInto,
  expectWholeEnd,
  key,
  people,
  profile,
  profileKey,
  real,
  writtenOnce,
} from './shared/testing/stories.ts';
import { createWorld, type CrashPlan, type World, type WorldOptions } from './shared/testing/world.ts';

const log = captureLog();
afterAll(() => {
  // Invariant 15, over everything that the stories above logged.
  expect(log.lines.length).toBeGreaterThan(100);
  expect(log.lines.filter((line) => /Canary|person\d|example\.com/u.test(line))).toEqual([]);
});

describe('the flow', () => {
  it('lands every row of a good file, in several batches, and says so in one mail (invariants 1, 5, 6)', async () => {
    const world = createWorld();
    const runId = await droppedInto(world, people(7));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 7, created: 7, failed: 0, notAttempted: 0 });
    expect(world.service.calls).toHaveLength(6);
    expect(writtenOnce(world)).toBe(true);
    expect(world.mailer.sent).toHaveLength(1);
    expect(world.mailer.sent[0]?.to).toEqual(['team@example.com']);
    const [header, first] = await world.resultOf(runId);
    expect(header).toBe('email,name,Status,Reason,Record id');
    expect(first).toBe('person2@example.com,Canary 2,created,,id-person2@example.com');
  });

  it('takes a file from a folder of schema and lookup, with nothing set up', async () => {
    const world = createWorld();
    const runId = world.drop(key, people(2));
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
    expect(world.mailer.sent[0]?.to).toEqual(['ops@example.com']);
    expect((await world.runOf(runId)).resultKey).toBe(`runs/${runId}/results/new clients.csv`);
  });

  it('calls rows landed where the server does not say how (invariant 1)', async () => {
    const world = createWorld({ tellsPreview: false });
    const runId = await droppedInto(world, people(4));
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 4, landed: 4 });
  });

  it('names five bad rows of either kind in one pass, and writes nothing (invariant 1)', async () => {
    const bad = new Set([9, 12, 13]);
    const refuse = ({ name }: Readonly<Record<string, unknown>>) =>
      bad.has(Number(String(name).slice('Canary '.length))) ? 'name: a name that is not taken' : undefined;
    const world = createWorld({ refuse });
    const wrong = (row: number) => (row === 4 || row === 6 ? { email: 'no address' } : {});
    const runId = await droppedInto(world, people(15, wrong));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 15, failed: 5, notAttempted: 10, created: 0 });
    expect(real(world)).toEqual([]);
    const lines = await world.resultOf(runId);
    const failed = lines.flatMap((line, index) => (line.includes(',failed,') ? [index + 1] : []));
    expect(failed).toEqual([4, 6, 9, 12, 13]);
    expect(lines[8]).toContain('a name that is not taken');
    expect(world.mailer.sent).toHaveLength(1);
    expect(world.mailer.sent[0]?.mail.text).toContain('Row 12');
    expect(world.mailer.sent[0]?.mail.text).toContain('Dry runs in the service, which wrote nothing:');
  });

  it('writes nothing either when only rows that never left are bad (invariant 1)', async () => {
    const world = createWorld();
    const runId = await droppedInto(
      world,
      people(7, (row) => (row === 8 ? { email: 'no address' } : {})),
    );
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 7, failed: 1, notAttempted: 6 });
    expect(real(world)).toEqual([]);
    expect((await world.runOf(runId)).reason).toMatch(/^1 of 7 rows is wrong/u);
  });

  it('counts a twin that the service refuses too as one failed row (invariant 1)', async () => {
    const refuse = ({ email }: Readonly<Record<string, unknown>>) =>
      email === 'person3@example.com' ? 'email: another address' : undefined;
    const world = createWorld({ refuse });
    const twin = (row: number) => (row === 9 ? { email: 'person3@example.com' } : {});
    const runId = await droppedInto(world, people(9, twin));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 9, failed: 2, notAttempted: 7 });
    expect(world.mailer.sent[0]?.mail.text).not.toContain('do not add up');
  });

  it('skips byte-equal twins, and lands the rest (invariant 1)', async () => {
    const world = createWorld();
    const twin = (row: number) => (row === 5 ? { email: 'person2@example.com', name: 'Canary 2' } : {});
    const runId = await droppedInto(world, people(6, twin));
    await world.settle();
    expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({
      read: 6,
      created: 5,
      skipped: 1,
    });
    expect((await world.resultOf(runId))[4]).toContain(',skipped,');
  });

  it.each([
    ['in a folder that is none', 'inbox/nonsense/what/ever/x.csv', people(2)],
    ['without rows', key, 'email,name\r\n'],
    ['that is empty', key, ''],
    ['with an unknown column', key, 'email,shoe size\r\na@example.com,44\r\n'],
    ['that is a workbook', key, 'PK\u0003\u0004'],
  ])('rejects a file %s, with one mail that says why and no result sheet', async (_name, place, text) => {
    const world = createWorld();
    const runId = world.drop(place, text);
    await world.settle();
    const run = await world.runOf(runId);
    await expectWholeEnd(world, runId, 'rejected');
    expect(run.reason).toMatch(/Expected/u);
    expect(run.resultKey).toBeUndefined();
    expect(run.sha256 === undefined).toBe(place !== key);
    expect(world.mailer.sent).toHaveLength(1);
    expect(world.service.calls).toEqual([]);
  });

  it('changes nothing when events come twice, late, or again after the end (invariant 7)', async () => {
    const world = createWorld();
    const runId = await droppedInto(world, people(7));
    const [arrival] = world.arrivals.messages;
    world.arrivals.messages.push(arrival!, arrival!);
    await world.settle();
    const before = [
      await world.ledger.events(runId),
      world.service.calls.length,
      [...world.files.objects.keys()],
    ];
    world.arrivals.messages.push(arrival!);
    for (const phase of ['real', 'dry', 'real'] as const)
      for (const batch of [3, 1, 2]) world.batches.messages.push({ v: 1, runId, batch, phase });
    await world.settle();
    const after = [
      await world.ledger.events(runId),
      world.service.calls.length,
      [...world.files.objects.keys()],
    ];
    expect(after).toEqual(before);
    await expectWholeEnd(world, runId, 'succeeded');
    expect(writtenOnce(world)).toBe(true);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('gives each version of an object a run of its own (invariant 8)', async () => {
    const world = createWorld();
    const first = world.drop(key, people(2));
    const second = world.drop(key, people(3));
    await world.settle();
    expect(await expectWholeEnd(world, first, 'succeeded')).toMatchObject({ read: 2 });
    expect(await expectWholeEnd(world, second, 'succeeded')).toMatchObject({ read: 3 });
    expect(world.mailer.sent).toHaveLength(2);
  });

  it('finds a drop whose event was lost (invariant 8)', async () => {
    const world = createWorld();
    const runId = world.drop(key, people(2), { isEventLost: true });
    await world.settle();
    await expectWholeEnd(world, runId, 'succeeded');
  });
});

/** Runs a story again and again, dying after each effect of a step in turn, until the step outlives the plan. */
async function afterEachEffect(
  step: CrashPlan['step'],
  options: WorldOptions,
  check: (world: World, runId: string) => Promise<void>,
): Promise<number> {
  for (let after = 1; ; after += 1) {
    const world = createWorld(options);
    const runId = await droppedInto(world, people(7));
    world.crash({ step, after });
    await world.settle();
    if (world.deaths() === 0) return after - 1;
    try {
      await check(world, runId);
    } catch (error) {
      throw new Error(`after effect ${after} of ${step}`, { cause: error });
    }
  }
}

describe('a crash', () => {
  it.each(['readDrop', 'trackRun', 'reportRun'] as const)(
    'after each effect of %s and another delivery ends the same way (invariants 1, 2, 5, 6, 7)',
    async (step) => {
      const tried = await afterEachEffect(step, {}, async (world, runId) => {
        expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
        expect(writtenOnce(world)).toBe(true);
        expect(real(world)).toHaveLength(3);
        expect(world.mailer.sent.length).toBeLessThanOrEqual(step === 'reportRun' ? 2 : 1);
        // By its own next delivery, long before a sweep would find it.
        const { startedAt, finishedAt } = await world.runOf(runId);
        expect(Date.parse(finishedAt!) - Date.parse(startedAt)).toBeLessThan(9 * 60_000);
      });
      expect(tried).toBeGreaterThan(5);
    },
  );

  it('after each effect of a dry submission ends the same way (invariants 1, 2, 5, 6, 7)', async () => {
    const tried = await afterEachEffect('submitBatch', {}, async (world, runId) => {
      expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      expect(writtenOnce(world)).toBe(true);
    });
    expect(tried).toBeGreaterThan(5);
  });

  it.each([
    ['with an idempotency key writes every row once', { idempotencyKey: true, takesIdempotencyKey: true }],
    ['without one makes no record twice', {}],
  ])('after each effect of a real submission %s (invariants 2, 3, 5)', async (_name, options) => {
    const tried = await afterEachEffect('submitReal', options, async (world, runId) => {
      const { read, created, updated } = await expectWholeEnd(world, runId, 'succeeded');
      expect([read, created + updated]).toEqual([7, 7]);
      expect(world.service.records.size).toBe(7);
      expect(createdOnce(world)).toBe(true);
      if ('idempotencyKey' in options) expect(writtenOnce(world)).toBe(true);
    });
    expect(tried).toBeGreaterThan(5);
  });
});

describe('a service that fails', () => {
  const onRealCall = (
    fault: NonNullable<ReturnType<NonNullable<WorldOptions['fault']>>>,
  ): WorldOptions['fault'] => {
    let done = false;
    return ({ input }) => (input.dryRun || done ? undefined : ((done = true), fault));
  };

  it.each(['lostReply', 'intermediary', 'serverError'] as const)(
    'with %s on a real import is asked again at once under the same key: no row twice (invariant 3)',
    async (fault) => {
      const world = createWorld({
        idempotencyKey: true,
        takesIdempotencyKey: true,
        fault: onRealCall(fault),
      });
      const runId = await droppedInto(world, people(7));
      const begun = world.now().getTime();
      await world.settle();
      const { finishedAt } = await world.runOf(runId);
      expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      expect(Date.parse(finishedAt!) - begun).toBeLessThan(60_000);
      expect(writtenOnce(world)).toBe(true);
      expect(real(world)).toHaveLength(4);
    },
  );

  it('with a lost reply and no key is asked again only after a quiet time (invariant 3)', async () => {
    const world = createWorld({ fault: onRealCall('lostReply') });
    const runId = await droppedInto(world, people(7));
    const begun = world.now().getTime();
    await world.settle();
    const { finishedAt } = await world.runOf(runId);
    const counts = await expectWholeEnd(world, runId, 'succeeded');
    expect(counts).toMatchObject({ read: 7, created: 4, updated: 3 });
    expect(Date.parse(finishedAt!) - begun).toBeGreaterThan(15 * 60_000);
    expect(createdOnce(world)).toBe(true);
  });

  it('with a lost reply to a batch of deletions waits for a person (invariants 3, 12)', async () => {
    const world = createWorld({ fault: onRealCall('lostReply') });
    await world.drops.put('profiles/members.json', JSON.stringify(profile));
    const lines = ['email,deleted', 'a@example.com,true', 'b@example.com,true', ''];
    const runId = world.drop(profileKey, lines.join('\n'));
    await world.settle();
    const run = await world.runOf(runId);
    expect(run).toMatchObject({ status: 'needs_decision', mail: { state: 'sent' } });
    expect(run.reason).toContain('deletions');
    expect(await world.countsFor(runId)).toMatchObject({ read: 2, unknown: 2 });
    expect(real(world)).toHaveLength(1);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it.each(['rateLimited', 'unauthorized', 'notSent'] as const)(
    'with %s for hours is waited out (invariants 11, 12)',
    async (fault) => {
      const world: World = createWorld({ fault: () => (world.now().getTime() < until ? fault : undefined) });
      const until = world.now().getTime() + 6 * 3_600_000;
      const runId = await droppedInto(world, people(7));
      await world.settle();
      expect(await expectWholeEnd(world, runId, 'succeeded')).toMatchObject({ read: 7, created: 7 });
      expect(writtenOnce(world)).toBe(true);
    },
  );

  it('for good ends the run, with nothing written (invariant 12)', async () => {
    const world = createWorld({ fault: () => 'notSent' });
    const runId = await droppedInto(world, people(4));
    await world.settle();
    const counts = await expectWholeEnd(world, runId, 'rejected');
    expect(counts).toMatchObject({ read: 4, notAttempted: 4 });
    expect((await world.runOf(runId)).reason).toContain('given up after 100 attempts');
  });

  it('to send the mail at first is asked again, and the mail goes out once (invariant 13)', async () => {
    const world = createWorld();
    world.mailer.next.push({ kind: 'failed', code: 'TooManyRequestsException' });
    const runId = await droppedInto(world, people(2));
    await world.settle();
    expect(world.errors.splice(0)).toMatchObject([{ code: 'TooManyRequestsException' }]);
    await expectWholeEnd(world, runId, 'succeeded');
    expect(world.mailer.sent).toHaveLength(1);
  });
});
