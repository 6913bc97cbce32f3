import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { expectWholeEnd, rows, withTwoSteps } from '../testing/migration-stories.ts';

captureLog();

describe('a migration that nobody sees to any more', () => {
  it('goes on by another execution', async () => {
    const flow = await withTwoSteps();
    const id = flow.fire('nightly');
    await flow.look();
    flow.kill();
    await flow.takeUp(id);
    await flow.settle();
    await expectWholeEnd(flow, id);
    expect(await flow.migrationOf(id)).toMatchObject({ status: 'succeeded', executions: 2 });
  });

  it('sends files again whose messages were lost, once they should have arrived (invariant 8)', async () => {
    const flow = await withTwoSteps();
    const id = flow.fire('nightly');
    await flow.look();
    expect(flow.world.arrivals.messages.splice(0)).toHaveLength(1);
    await flow.settle();
    await expectWholeEnd(flow, id);
    expect(await flow.migrationOf(id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a crash of the migration function', () => {
  it('after any of its effects changes nothing of the end (invariants 7, 10, 13)', async () => {
    let crashes = 0;
    for (let after = 1; ; after += 1) {
      const flow = await withTwoSteps();
      flow.crash(after);
      const id = flow.fire('nightly');
      await flow.settle();
      if (flow.deaths() === 0) break;
      crashes += 1;
      await expectWholeEnd(flow, id);
      expect(await flow.migrationOf(id)).toMatchObject({ status: 'succeeded' });
      expect(flow.world.service.calls.filter(({ input }) => !input.dryRun)).toHaveLength(3);
      expect(flow.world.mailer.sent.length).toBeLessThanOrEqual(2);
    }
    expect(crashes).toBeGreaterThan(30);
  });

  it('after any of its effects changes nothing of an undo', async () => {
    for (let after = 1; after < 200; after += 3) {
      const flow = await withTwoSteps({ ifStepFails: 'undo' }, { reverts: {} });
      flow.put('migrations/people/rest/e.csv', rows('no address'));
      flow.crash(after);
      const id = flow.fire('nightly');
      await flow.settle();
      if (flow.deaths() === 0) break;
      await expectWholeEnd(flow, id);
      expect(await flow.migrationOf(id)).toMatchObject({
        status: 'undone',
        undo: { counts: { reversed: 4, failed: 0 } },
      });
    }
  });
});
