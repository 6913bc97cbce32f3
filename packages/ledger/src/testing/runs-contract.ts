import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../port/ledger.ts';
import { aNewRun, second } from './builders.ts';
import { type OpenLedger, runId } from './ledger-story.ts';

export function describeRuns(open: OpenLedger): void {
  describe('runs', () => {
    let seconds: number;
    let ledger: Ledger;
    beforeEach(async () => {
      seconds = 0;
      ledger = await open(() => new Date(second(seconds)));
    });

    it('begins a run once, however often it is asked (invariants 7, 8)', async () => {
      const first = await ledger.beginRun(aNewRun());
      seconds = 60;
      const second = await ledger.beginRun(aNewRun({ droppedBy: 'somebody else' }));
      expect(first.created).toBe(true);
      expect(second).toEqual({ created: false, run: first.run });
      expect(await ledger.events(runId)).toHaveLength(1);
    });

    it('stores only the known fields of a drop', async () => {
      const { run } = await ledger.beginRun(Object.assign(aNewRun(), { secret: 'x' }));
      expect(run).not.toHaveProperty('secret');
      expect(await ledger.run(runId)).toEqual(run);
    });

    it('returns undefined for an unknown run, and refuses to move it', async () => {
      expect(await ledger.run('other')).toBeUndefined();
      const moved = ledger.moveRun('other', { type: 'importingStarted', at: second(1) });
      await expect(moved).rejects.toMatchObject({ code: 'not_found' });
    });

    it('moves a run, or returns the current run if it refuses the event', async () => {
      await ledger.beginRun(aNewRun());
      const refused = await ledger.moveRun(runId, { type: 'importingStarted', at: second(1) });
      expect(refused).toMatchObject({ moved: false, now: { status: 'reading', version: 1 } });
      const reading = { rows: 10, batches: 1, failed: 0, skipped: 0 };
      const read = await ledger.moveRun(runId, { type: 'read', at: second(2), sha256: 'abc', reading });
      expect(read).toMatchObject({ moved: true, now: { status: 'checking', reading, version: 2 } });
      expect(await ledger.run(runId)).toEqual(read.now);
    });

    it('writes nothing for an event that changes nothing (invariant 7)', async () => {
      await ledger.beginRun(aNewRun());
      const known = { type: 'resultWritten', at: second(1), resultKey: 'a.csv' } as const;
      await ledger.moveRun(runId, known);
      const again = await ledger.moveRun(runId, { ...known, at: second(9) });
      expect(again).toMatchObject({ moved: true, now: { version: 2 } });
      expect(await ledger.events(runId)).toHaveLength(2);
    });

    it('lists runs that have not ended or owe a mail, oldest first (invariant 12)', async () => {
      for (const id of [3, 1, 2]) {
        seconds = id;
        await ledger.beginRun(aNewRun({ runId: `run-${id}` }));
      }
      const ids = async () => (await ledger.openRuns()).map(({ runId }) => runId);
      expect(await ids()).toEqual(['run-1', 'run-2', 'run-3']);
      await ledger.moveRun('run-2', { type: 'rejected', at: second(9), reason: 'no header' });
      const notified = (state: 'intended' | 'sent', at: string) =>
        ledger.moveRun('run-2', { type: 'noticeChanged', at, notice: { state, at } });
      await notified('intended', second(9));
      expect(await ids()).toEqual(['run-1', 'run-2', 'run-3']);
      await notified('sent', second(10));
      expect(await ids()).toEqual(['run-1', 'run-3']);
    });
  });
}
