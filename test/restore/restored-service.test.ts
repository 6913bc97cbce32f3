import { expect, it } from 'vitest';
import { hour, sheetOf, staged, until } from '../scenarios/staging.ts';
import { breachesOf } from '../simulation/checks.ts';

/** The ledger has lost nothing, and knows imports that the service has forgotten. */
it.each([
  ['dry', 'rejected'],
  ['real', 'needs_decision'],
] as const)(
  'a run whose %s import is gone with the table of the service is %s, and its rows come back (invariants 3, 12)',
  async (phase, status) => {
    let isSlow = false;
    const world = staged({
      isOurs: true,
      dryEndsSuccess: undefined,
      runsFor: ({ dryRun }) => (isSlow && dryRun === (phase === 'dry') ? hour : 1000),
    });
    const people = () => [...world.service.records.keys()].toSorted();
    const drop = (name: string) =>
      world.drop(`inbox/client/email/${name}.csv`, sheetOf('email', `${name}@example.com`), {
        metadata: { 'sluice-again': 'true' },
      });
    drop('before');
    await world.settle();
    const restore = world.service.backup();
    drop('since');
    await world.settle();
    isSlow = true;
    const underWay = drop('zoe');
    const ref = { runId: underWay, batch: 1, phase };
    await until(world, async () => (await world.ledger.submission(ref))?.status === 'accepted');
    restore();
    expect(people()).toEqual(['before@example.com']);
    isSlow = false;
    await world.settle();
    const { reason, ...run } = await world.runOf(underWay);
    expect(run).toMatchObject({ status, notice: { state: 'sent' } });
    expect(reason).toMatch(/the service does not know import imp\d/u);

    if (status === 'needs_decision') await world.act(underWay, 'decide', { choice: 'sendAgain' });
    const again = [drop('since'), status === 'rejected' ? drop('zoe') : underWay];
    await world.settle();
    for (const runId of again) expect(await world.countsOf(runId)).toMatchObject({ read: 1, created: 1 });
    expect(people()).toEqual(['before', 'since', 'zoe'].map((one) => `${one}@example.com`));
    const forgotten = 'invariant 5: a real import without a dry run of the same bytes';
    expect(await breachesOf(world, [])).toEqual(status === 'rejected' ? [] : [forgotten]);
  },
);
