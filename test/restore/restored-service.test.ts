import { expect, it } from 'vitest';
import { hour, sheetOf, staged, until } from '../scenarios/staging.ts';
import { breachesOf } from '../simulation/checks.ts';
import { restorableStore } from './restorable-store.ts';

/** The ledger has lost nothing, and knows imports that the service has forgotten. */
it.each([
  ['dry', 'rejected'],
  ['real', 'needs_decision'],
] as const)(
  'a run whose %s import is gone with the table of the service is %s, and its rows come back (invariants 3, 12)',
  async (phase, status) => {
    let isSlow = false;
    const { store, backup } = restorableStore();
    const world = staged({
      store,
      isOurs: true,
      dryEndsSuccess: undefined,
      runsFor: ({ dryRun }) => (isSlow && dryRun === (phase === 'dry') ? hour : 1000),
    });
    const people = async () => {
      const found: unknown[] = [];
      const users = store.records.scan(world.service.site()?.siteId ?? '', {
        kind: 'user',
        order: 'oldest',
        expected: 10,
      });
      for await (const { record } of users) found.push(record?.fields['email']);
      return found.toSorted();
    };
    const drop = (name: string) =>
      world.drop(`inbox/client/email/${name}.csv`, sheetOf('email', `${name}@example.com`), {
        metadata: { 'sluice-again': 'true' },
      });
    drop('before');
    await world.settle();
    const restore = backup();
    drop('since');
    await world.settle();
    isSlow = true;
    const underWay = drop('zoe');
    const ref = { runId: underWay, batch: 1, phase };
    await until(world, async () => (await world.ledger.submission(ref))?.status === 'accepted');
    await restore();
    expect(await people()).toEqual(['before@example.com']);
    isSlow = false;
    await world.settle();
    const { reason, ...run } = await world.runOf(underWay);
    expect(run).toMatchObject({ status, notice: { state: 'sent' } });
    expect(reason).toMatch(/the service does not know import \w{26}/u);

    if (status === 'needs_decision') {
      // The dry run is forgotten, too, so nothing would keep what others have changed.
      await world.act(underWay, 'decide', { choice: 'sendAgain' });
      await world.settle();
      expect(await world.resultOf(underWay)).toContain(
        'asInDryRun: expected the importId of a valid dry run',
      );
      await world.act(underWay, 'decide', { choice: 'notApplied' });
    }
    const again = [drop('since'), drop('zoe')];
    await world.settle();
    for (const runId of again) expect(await world.countsOf(runId)).toMatchObject({ read: 1, created: 1 });
    expect(await people()).toEqual(['before', 'since', 'zoe'].map((one) => `${one}@example.com`));
    // A real import that the table has lost never ends, and the two that were dropped again write beside it.
    const beside = 'invariant 9: two runs write to one lane at once';
    const ofLost = [beside, beside, 'invariant 12: an import is left running'];
    expect(await breachesOf(world, [])).toEqual(phase === 'real' ? ofLost : []);
  },
);
