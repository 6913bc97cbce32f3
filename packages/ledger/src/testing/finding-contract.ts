import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredItem } from '../audit/stored-item.ts';
import { verifyStored } from '../audit/verify-items.ts';
import type { Ledger, RunQuery } from '../ledger.ts';
import { aBatch, aNewRun, second } from './builders.ts';
import type { OpenLedger } from './ledger-story.ts';

const day = 86_400;

/** How every adapter of the ledger finds runs, and pages what it tells. */
export function describeFinding(open: OpenLedger): void {
  describe('finding runs', () => {
    let seconds: number;
    let ledger: Ledger;
    beforeEach(async () => {
      seconds = 0;
      ledger = await open(() => new Date(second(seconds)));
    });

    /** Runs 0 to 5, over two months: each a day or more after the one before. */
    async function sixRuns(): Promise<void> {
      for (const [n, schema, droppedBy] of [
        [0, 'client', 'ana'],
        [1, 'issue', 'ana'],
        [2, 'client', 'bo'],
        [3, 'client', 'ana'],
        [4, 'issue', 'bo'],
        [5, 'client', 'ana'],
      ] as const) {
        seconds = n * 5 * day;
        const runId = `run-${n}`;
        await ledger.beginRun(aNewRun({ runId, droppedBy }));
        const known = { type: 'settingsKnown', at: second(seconds), lookup: 'email', emails: [] } as const;
        await ledger.moveRun(runId, { ...known, schema });
        await ledger.planBatch(aBatch({ runId }));
        const reading = { rows: 10, batches: 1, failed: 0, skipped: 0 };
        const sha256 = n < 3 ? 'same' : `other-${n}`;
        await ledger.moveRun(runId, { type: 'read', at: second(seconds), sha256, reading });
      }
    }

    async function end(runId: string, at: string): Promise<void> {
      await ledger.moveRun(runId, { type: 'finished', at, status: 'failed' });
      await ledger.moveRun(runId, { type: 'noticeChanged', at, notice: { state: 'sent', at } });
    }

    /** The whole list, page by page. */
    async function found(query: RunQuery, limit = 2): Promise<string[]> {
      const ids: string[] = [];
      for (let after: string | undefined; ;) {
        const { runs, next } = await ledger.runPage({ ...query, limit, after });
        expect(runs.length).toBeLessThanOrEqual(limit);
        ids.push(...runs.map(({ runId }) => runId.slice(-1)));
        if (next === undefined) return ids;
        after = next;
      }
    }

    it('lists all, newest first, each once, whatever the size of a page', async () => {
      await sixRuns();
      for (const limit of [1, 2, 6, 100])
        expect(await found({}, limit)).toEqual(['5', '4', '3', '2', '1', '0']);
    });

    it('finds by time: from one on, and before another, across months', async () => {
      await sixRuns();
      expect(await found({ since: second(5 * day), until: second(15 * day) })).toEqual(['2', '1']);
      expect(await found({ until: second(1) })).toEqual(['0']);
      expect(await found({ since: second(99 * day) })).toEqual([]);
      expect(await found({ since: second(9), until: second(8) })).toEqual([]);
    });

    it('finds by schema, dropper and the hash of the file, alone and together', async () => {
      await sixRuns();
      expect(await found({ schema: 'issue' })).toEqual(['4', '1']);
      expect(await found({ dropper: 'ana' })).toEqual(['5', '3', '1', '0']);
      expect(await found({ hash: 'same' })).toEqual(['2', '1', '0']);
      expect(await found({ hash: 'same', schema: 'client', dropper: 'bo' })).toEqual(['2']);
      expect(await found({ schema: 'client', since: second(day), until: second(25 * day) })).toEqual([
        '3',
        '2',
      ]);
      expect(await found({ dropper: 'nobody' })).toEqual([]);
    });

    it('finds by the status that a run has now, whether or not it is over', async () => {
      await sixRuns();
      await end('run-1', second(40 * day));
      await ledger.moveRun('run-3', { type: 'finished', at: second(40 * day), status: 'failed' });
      await end('run-4', second(41 * day));
      expect(await found({ status: 'failed' }, 1)).toEqual(['4', '3', '1']);
      expect(await found({ status: 'checking' })).toEqual(['5', '2', '0']);
      await ledger.moveRun('run-4', { type: 'undoRequested', at: second(42 * day), by: 'p' });
      expect(await found({ status: 'failed' })).toEqual(['3', '1']);
      expect(await found({ status: 'undoing' })).toEqual(['4']);
      const undone = {
        type: 'undone',
        at: second(43 * day),
        counts: { reversed: 1, kept: 0, failed: 0 },
      } as const;
      await ledger.moveRun('run-4', undone);
      const at = second(43 * day);
      await ledger.moveRun('run-4', { type: 'noticeChanged', at, notice: { state: 'sent', at } });
      expect(await found({ status: 'undone' })).toEqual(['4']);
    });

    it('finds the run of an import, of a dry run too, however long its id', async () => {
      await sixRuns();
      const long = 'i'.repeat(3000);
      for (const [n, importId] of [
        [2, 'one'],
        [4, long],
      ] as const) {
        const ref = { runId: `run-${n}`, batch: 1, phase: 'dry' } as const;
        await ledger.moveSubmission(ref, { type: 'accepted', at: second(9), owner: 'a', importId });
      }
      expect(await found({ importId: 'one' })).toEqual(['2']);
      expect(await found({ importId: long })).toEqual(['4']);
      expect(await found({ importId: 'one', schema: 'issue' })).toEqual([]);
      expect(await found({ importId: 'none' })).toEqual([]);
    });

    it('tells of a day every run of which something was written on it', async () => {
      const changed = async (n: number) => {
        const ids: string[] = [];
        for await (const id of ledger.changedOn(second(n * day).slice(0, 10))) ids.push(id);
        return ids;
      };
      await ledger.beginRun(aNewRun({ runId: 'b' }));
      await ledger.beginRun(aNewRun({ runId: 'a' }));
      seconds = day;
      await ledger.planBatch(aBatch({ runId: 'a' }));
      seconds = 2 * day;
      const ref = { runId: 'a', batch: 1, phase: 'dry' } as const;
      await ledger.moveSubmission(ref, { type: 'accepted', at: second(1), owner: 'a', importId: 'late' });
      expect([await changed(0), await changed(1), await changed(2), await changed(3)]).toEqual([
        ['a', 'b'],
        ['a'],
        ['a'],
        [],
      ]);
    });

    it('gives the items of a run in pages as they are stored, each once, the run first (invariant 21)', async () => {
      await ledger.beginRun(aNewRun({ runId: 'a' }));
      for (const number of [10, 1, 2]) await ledger.planBatch(aBatch({ runId: 'a', number }));
      const run = await ledger.run('a');
      for (const limit of [1, 2, 3, 4, 100]) {
        const told: StoredItem[] = [];
        let after: string | undefined;
        do {
          const { items, next } = await ledger.itemPage('a', { limit, after });
          told.push(...items);
          after = next;
        } while (after !== undefined);
        expect(told.map(({ subject }) => subject)).toEqual(['run', '1/dry', '2/dry', '10/dry']);
        expect(told[0]?.fields).toEqual(expect.objectContaining({ ...run, gsi1sk: `${run?.startedAt}#a` }));
        expect(verifyStored({ runId: 'a', items: told, events: await ledger.events('a') })).toEqual([]);
      }
      expect(await ledger.itemPage('none', { limit: 2 })).toEqual({ items: [] });
    });

    it('keeps which day was sealed how, the first word for good, in order of days (invariant 21)', async () => {
      const notes = ['2026-03-02', '2026-03-01'].map((day) => ({ day, hash: `of ${day}` }));
      for (const note of notes) expect(await ledger.noteSeal(note)).toEqual(note);
      expect(await ledger.noteSeal({ day: '2026-03-01', hash: 'another' })).toEqual(notes[1]);
      expect(await ledger.sealNotes()).toEqual(notes.toReversed());
    });

    it('tells the day on which the first run of all started', async () => {
      expect(await ledger.firstDay()).toBeUndefined();
      seconds = 40 * day;
      await ledger.beginRun(aNewRun({ runId: 'late' }));
      expect(await ledger.firstDay()).toBe(second(40 * day).slice(0, 10));
      seconds = 0;
      await sixRuns();
      expect(await ledger.firstDay()).toBe(second(0).slice(0, 10));
    });

    it('gives a history in pages, each event once, in the order of the whole', async () => {
      await sixRuns();
      const whole = await ledger.events('run-0');
      for (const limit of [1, 2, 3, 4, 100]) {
        const told: unknown[] = [];
        let after: string | undefined;
        do {
          const { events, next } = await ledger.eventPage('run-0', { limit, after });
          told.push(...events);
          after = next;
        } while (after !== undefined);
        expect(told).toEqual(whole);
      }
    });
  });
}
