import { isEnded, toDecide } from '@sluice/ledger';
import { realImports } from './checks-of-order.ts';
import type { World } from './world.ts';

/** A person who checks the service reports the truth about every open batch. */
export async function decideTruthfully(world: World, runIds: readonly string[]): Promise<number> {
  let open = 0;
  for (const runId of runIds) {
    const run = await world.ledger.run(runId);
    if (run?.status !== 'needs_decision') continue;
    for (const { batch } of toDecide(run, await world.ledger.submissions(runId))) {
      open += 1;
      const found = realImports(world, runId).findLast((one) => one.batch === batch);
      const isSeen = found?.isDone === true && (batch % 2 === 0 || world.service.isErring(found));
      const there = isSeen ? { choice: 'landed' } : { choice: 'attach', importId: found?.importId };
      const choice = found ? there : { choice: 'notApplied' };
      await world.call('actOnRun', `/runs/${runId}/decide`, { batch, ...choice });
    }
  }
  return open;
}

/** Whatever waits for a person gets an answer, until nothing does. */
export async function finish(world: World, runIds: readonly string[]): Promise<void> {
  for (let asked = 0; asked < 8; asked += 1) {
    const runs = await world.ledger.openRuns();
    const known = await Promise.all(runIds.map((runId) => world.ledger.run(runId)));
    const asking = [...known, ...runs].flatMap((run) => (run && !isEnded(run.status) ? [run] : []));
    // A drop whose event was lost has no run before the sweep has found it.
    if (asking.length === 0 && !known.includes(undefined)) return;
    for (const { runId, status } of asking) {
      if (status === 'awaiting_approval') await world.act(runId, 'approve');
      if (status === 'needs_decision') await world.until(decideTruthfully(world, [runId]));
    }
    await world.settle();
    await world.later(16 * 60_000);
    await world.settle();
  }
}
