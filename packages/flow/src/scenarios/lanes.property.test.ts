import * as fc from 'fast-check';
import { isEnded, isOpen, replay } from '@sluice/ledger';
import { expect, it } from 'vitest';
import { expectTurns } from '../testing/lane-watch.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createWorld, type CrashPlan, type World } from '../testing/world.ts';

captureLog();
const schemas = ['client', 'professional', 'client', 'client', 'role'];
const steps: readonly CrashPlan['step'][] = ['readDrop', 'submitReal', 'submitBatch', 'trackRun', 'act'];
const turns = 120;

/** Chooses one of so many. */
type Choose = (count: number) => number;

async function begin(choose: Choose): Promise<{ world: World; ids: string[] }> {
  const world = createWorld({
    reverts: {},
    pollsUntilDone: 2,
    fault: ({ input }) => (!input.dryRun && choose(8) === 0 ? 'lostReply' : undefined),
  });
  const ids: string[] = [];
  for (const [index, schema] of schemas.entries()) {
    const lookup = schema === 'role' ? 'name' : 'email';
    // One of them waits for approval, and lets others write meanwhile.
    const approval = index === 3 ? 'ask' : 'auto';
    await world.drops.put(
      `profiles/p${index}.json`,
      JSON.stringify({ schema, lookup, batchSize: 1, approval }),
    );
    const rows = [1, 2].map((n) => `${lookup}${index}x${n}@example.com`);
    ids.push(world.drop(`inbox/p${index}/people.csv`, [lookup, ...rows, ''].join('\n')));
  }
  return { world, ids };
}

/** One thing of all that may happen: a message, a step, a person, a death, or time. */
async function turn({ world, ids }: { world: World; ids: readonly string[] }, choose: Choose): Promise<void> {
  const runId = ids[choose(ids.length)] ?? '';
  switch (choose(13)) {
    case 5:
      return void (await world.act(runId, 'approve'));
    case 0:
      return void (await world.act(runId, 'cancel'));
    case 1:
      return void (await world.act(runId, 'undo'));
    case 2:
      return void (await world.act(runId, 'decide', { choice: 'sendAgain' }));
    case 3:
      return world.crash({ step: steps[choose(steps.length)] ?? 'trackRun', after: 1 + choose(12) });
    case 4:
      return world.pass(choose(20) * 60_000);
    default: {
      const things = world.possible();
      await things[choose(things.length)]?.();
    }
  }
}

/** From here on nothing goes wrong any more: every question is answered, and every run must end. */
async function end(world: World, ids: readonly string[]): Promise<void> {
  world.crash({ step: 'act', after: Infinity });
  for (let rounds = 0; rounds < 400; rounds += 1) {
    if (!(await world.round())) await world.sweep();
    await expectTurns(world);
    const runs = await Promise.all(ids.map((id) => world.ledger.run(id)));
    if (runs.every((run) => run && !isOpen(run))) return;
    for (const run of runs) {
      if (run?.status === 'awaiting_approval') await world.act(run.runId, 'approve');
      if (run?.status === 'needs_decision') await world.act(run.runId, 'decide', { choice: 'notApplied' });
    }
  }
}

it('no two runs ever write to one lane at once, and every run ends, in whatever order anything happens (invariants 9, 12)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 2 ** 20 })), async (numbers) => {
      const choose: Choose = (count) => (numbers.next().value ?? 0) % Math.max(1, count);
      const story = await begin(choose);
      const { world, ids } = story;
      for (let n = 0; n < turns; n += 1) {
        await turn(story, choose);
        await expectTurns(world);
      }
      await end(world, ids);
      expect(world.errors).toEqual([]);
      for (const runId of ids) {
        const run = await world.runOf(runId);
        expect(isEnded(run.status), `${runId} is ${run.status}`).toBe(true);
        expect(replay(await world.ledger.events(runId)).run).toEqual(run);
        await world.countsFor(runId);
      }
    }),
    { numRuns: Number(process.env['LANE_STORIES'] ?? 40) },
  );
});
