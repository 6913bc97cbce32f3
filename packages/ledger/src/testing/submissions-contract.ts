import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../port/ledger.ts';
import { replay } from '../history/replay.ts';
import { aBatch, second } from './builders.ts';
import { type OpenLedger, accepted, dry, passDryRun, planned, real, runId, send } from './ledger-story.ts';

export function describeSubmissions(open: OpenLedger): void {
  describe('batches and submissions', () => {
    let ledger: Ledger;
    beforeEach(async () => {
      ledger = await open(() => new Date(second(0)));
    });

    it('plans a batch with its dry submission once (invariant 7)', async () => {
      await planned(ledger, aBatch(), aBatch());
      expect(await ledger.batch(runId, 1)).toEqual(aBatch());
      expect(await ledger.submission(dry)).toMatchObject({ status: 'planned', sha256: 'hash-1', rows: 10 });
      expect(await ledger.submissions(runId)).toHaveLength(1);
      expect(await ledger.events(runId)).toHaveLength(2);
    });

    it('refuses other bytes for the same batch (invariant 14)', async () => {
      await planned(ledger, aBatch());
      const other = ledger.planBatch(aBatch({ sha256: 'other' }));
      await expect(other).rejects.toMatchObject({ code: 'batch_differs' });
    });

    it('lists batches and submissions in the order of their numbers', async () => {
      await planned(ledger, aBatch({ number: 10 }), aBatch({ number: 2 }), aBatch({ number: 1 }));
      await passDryRun(ledger, 2);
      await ledger.planRealSubmissions([aBatch({ number: 2 })]);
      expect((await ledger.batches(runId)).map(({ number }) => number)).toEqual([1, 2, 10]);
      const names = (await ledger.submissions(runId)).map(({ batch, phase }) => `${batch}/${phase}`);
      expect(names).toEqual(['1/dry', '2/dry', '2/real', '10/dry']);
      const submissions = await ledger.submissions(runId);
      expect(await ledger.wholeRun(runId)).toEqual({ run: await ledger.run(runId), submissions });
      expect(await ledger.wholeRun('none')).toBeUndefined();
    });

    it('plans no real submission without a successful dry run of the same bytes (invariant 5)', async () => {
      await planned(ledger, aBatch());
      const early = ledger.planRealSubmissions([aBatch()]);
      await expect(early).rejects.toMatchObject({ code: 'dry_run_missing' });
      await passDryRun(ledger, 1);
      const other = ledger.planRealSubmissions([aBatch({ sha256: 'other' })]);
      await expect(other).rejects.toMatchObject({ code: 'dry_run_missing' });
      expect(await ledger.submission(real)).toBeUndefined();
    });

    it('plans each real submission once, and adds missing ones (invariant 7)', async () => {
      const batches = Array.from({ length: 40 }, (_, index) => aBatch({ number: index + 1 }));
      await planned(ledger, ...batches);
      for (const { number } of batches) await passDryRun(ledger, number);
      await ledger.planRealSubmissions(batches.slice(0, 5));
      await ledger.moveSubmission(real, send('a', 10));
      await ledger.planRealSubmissions(batches);
      await ledger.planRealSubmissions(batches);
      const submissions = (await ledger.submissions(runId)).filter(({ phase }) => phase === 'real');
      expect(submissions).toHaveLength(40);
      expect(submissions[0]).toMatchObject({ status: 'sending', version: 2 });
    });

    it('gives a batch to one of two workers (invariant 3)', async () => {
      await planned(ledger, aBatch());
      const both = await Promise.all([
        ledger.moveSubmission(dry, send('a', 1)),
        ledger.moveSubmission(dry, send('b', 1)),
      ]);
      expect(both.filter(({ moved }) => moved)).toHaveLength(1);
      const stored = await ledger.submission(dry);
      expect(stored?.attempts).toHaveLength(1);
      for (const { now } of both) expect(now).toEqual(stored);
    });

    it('uses a submission that the caller read only while it is current (invariants 3, 10)', async () => {
      await planned(ledger, aBatch());
      const known = await ledger.submission(dry);
      const first = await ledger.moveSubmission(dry, send('a', 1), known);
      expect(first).toMatchObject({ moved: true, now: { status: 'sending', version: 2 } });
      expect(await ledger.moveSubmission(dry, send('b', 2), known)).toEqual({ ...first, moved: false });
      const late = await ledger.moveSubmission(dry, accepted('a', 3, 'i1'), known);
      expect(late).toMatchObject({ moved: true, now: { status: 'accepted', version: 3 } });
      expect(late.now).toEqual(await ledger.submission(dry));
      expect(replay(await ledger.events(runId)).submissions).toEqual([late.now]);
    });

    it('keeps all importIds that come at once (invariant 4)', async () => {
      await planned(ledger, aBatch());
      const owners = ['a', 'b', 'c', 'd', 'e'];
      await Promise.all(
        owners.map((owner) => ledger.moveSubmission(dry, accepted(owner, 5, `import-${owner}`))),
      );
      const { attempts = [] } = (await ledger.submission(dry)) ?? {};
      const ids = attempts.map(({ importId }) => importId);
      expect(ids.toSorted()).toEqual(owners.map((owner) => `import-${owner}`));
    });

    it('refuses to move an unknown submission', async () => {
      await planned(ledger);
      await expect(ledger.moveSubmission(dry, send('a', 1))).rejects.toMatchObject({ code: 'not_found' });
    });
  });
}
