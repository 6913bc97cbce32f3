import { describe, expect, it } from 'vitest';
import { identityHolds } from '../submission/counts.ts';
import { replay } from '../history/replay.ts';
import { aBatch, second } from './builders.ts';
import { describeWriters } from './writers-contract.ts';
import { describeFinding } from './finding-contract.ts';
import { describeLanes } from './lanes-contract.ts';
import { type OpenLedger, dry, passDryRun, planned, real, runId, send } from './ledger-story.ts';
import { runEvents } from './run-events.ts';
import { describeRuns } from './runs-contract.ts';
import { describeSubmissions } from './submissions-contract.ts';

export function describeLedger(name: string, open: OpenLedger): void {
  describe(name, () => {
    describeFinding(open);
    describeWriters(open);
    describeLanes(open);
    describeRuns(open);
    describeSubmissions(open);

    const opened = () => open(() => new Date(second(0)));

    it('has a history that replays to every item (invariant 10)', async () => {
      const ledger = await opened();
      await planned(ledger, aBatch(), aBatch({ number: 2 }));
      const reading = { rows: 21, batches: 2, failed: 0, skipped: 1 };
      await ledger.moveRun(runId, { ...runEvents.settingsKnown, at: second(0) });
      await ledger.moveRun(runId, { type: 'read', at: second(1), sha256: 'abc', reading });
      await passDryRun(ledger, 1);
      await passDryRun(ledger, 2);
      await ledger.moveRun(runId, { type: 'importingStarted', at: second(4) });
      await ledger.planRealSubmissions([aBatch()]);
      await ledger.moveSubmission(real, send('a', 5));
      await ledger.moveSubmission(real, { type: 'ambiguous', at: second(25), owner: 'a', reason: 'timeout' });
      await ledger.moveSubmission(real, { type: 'requeued', at: second(1000), reason: 'safe to repeat' });
      await ledger.moveSubmission(real, send('b', 1001));
      await ledger.moveSubmission(real, { type: 'accepted', at: second(1002), owner: 'b', importId: 'i1' });
      const counts = { created: 4, updated: 6 };
      await ledger.moveSubmission(real, { type: 'ended', at: second(1003), status: 'succeeded', counts });
      await ledger.moveRun(runId, { type: 'finished', at: second(1004), status: 'partly_succeeded' });

      const run = await ledger.run(runId);
      expect(replay(await ledger.events(runId))).toEqual({
        run,
        submissions: await ledger.submissions(runId),
      });
      expect(run).toMatchObject({ status: 'partly_succeeded', finishedAt: second(1004) });
      expect(run?.counts).toMatchObject({ read: 21, created: 4, updated: 6, skipped: 1, notAttempted: 10 });
      expect(run?.counts && identityHolds(run.counts)).toBe(true);
    });

    it('can still read a run with rows that do not add up (invariants 1, 12)', async () => {
      const ledger = await opened();
      await planned(ledger, aBatch());
      const reading = { rows: 10, batches: 1, failed: 5, skipped: 0 };
      await ledger.moveRun(runId, { type: 'read', at: second(1), sha256: 'abc', reading });
      await ledger.moveSubmission(dry, send('a', 1));
      const counts = { failed: 10 };
      await ledger.moveSubmission(dry, { type: 'ended', at: second(2), status: 'invalid', counts });
      await ledger.moveRun(runId, { type: 'rejected', at: second(3), reason: 'rows are wrong' });
      const run = await ledger.run(runId);
      expect(run).toMatchObject({ status: 'rejected' });
      expect(run?.counts).toBeUndefined();
      expect(await ledger.openRuns()).toEqual([run]);
      expect(replay(await ledger.events(runId)).run).toEqual(run);
    });

    it('reads a history in order of time', async () => {
      const ledger = await opened();
      await planned(ledger, aBatch());
      await passDryRun(ledger, 1);
      const lines = (await ledger.events(runId)).map(({ subject, type }) => `${subject} ${type}`);
      expect(new Set(lines.slice(0, 2))).toEqual(new Set(['1/dry planned', 'run begun']));
      expect(lines.slice(2)).toEqual(['1/dry sendStarted', '1/dry accepted', '1/dry ended']);
    });
  });
}
