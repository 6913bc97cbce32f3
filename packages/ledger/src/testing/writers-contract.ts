import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../port/ledger.ts';
import { aNewRun, second } from './builders.ts';
import type { OpenLedger } from './ledger-story.ts';
import { runEvents } from './run-events.ts';

export function describeWriters(open: OpenLedger): void {
  describe('the last writer of a lane', () => {
    let ledger: Ledger;
    beforeEach(async () => {
      ledger = await open(() => new Date(second(0)));
    });

    const reading = { rows: 1, batches: 1, failed: 0, skipped: 0 };
    async function readRun(
      id: string,
      {
        sha256 = 'same',
        settings = 'these',
        again,
      }: { sha256?: string; settings?: string; again?: true } = {},
    ) {
      await ledger.beginRun(aNewRun({ runId: id }));
      const known = { type: 'settingsKnown', at: second(1), schema: 'client', lookup: 'email' } as const;
      await ledger.moveRun(id, { ...known, emails: [], settings, ...(again && { again }) });
      await ledger.moveRun(id, { type: 'read', at: second(2), sha256, reading, lane: 'users' });
      return (await ledger.takeLane(id, { at: second(3), newestFirst: async () => [] })).run;
    }
    /** The run writes in its lane, and ends. */
    async function landed(...asked: Parameters<typeof readRun>) {
      const run = await readRun(...asked);
      const writer = await ledger.startWriting(run);
      await ledger.moveRun(run.runId, { type: 'importingStarted', at: second(4) });
      await ledger.moveRun(run.runId, { type: 'finished', at: second(5), status: 'partly_succeeded' });
      const notice = { state: 'sent', at: second(6) } as const;
      await ledger.moveRun(run.runId, { type: 'noticeChanged', at: second(6), notice });
      return writer;
    }
    async function undone(id: string) {
      await ledger.moveRun(id, { type: 'undoRequested', at: second(7), by: 'ana' });
      const { run } = await ledger.takeLane(id, { at: second(8), newestFirst: async () => [] });
      expect(await ledger.startWriting(run)).toBe(id);
      const counts = { reversed: 1, kept: 0, failed: 0 };
      await ledger.moveRun(id, { type: 'undone', at: second(9), counts, reportKey: 'k' });
    }

    it('is the run that asks, however often it asks at once (invariant 7)', async () => {
      const run = await readRun('a');
      const writers = await Promise.all(Array.from({ length: 8 }, () => ledger.startWriting(run)));
      expect(new Set(writers)).toEqual(new Set(['a']));
    });

    it('stays the one that landed, for a run with its bytes and settings', async () => {
      expect(await landed('a')).toBe('a');
      expect(await ledger.startWriting(await readRun('b'))).toBe('a');
    });

    it('is told to a run that may have to wait for a person, and stays the last (invariant 7)', async () => {
      await landed('a');
      expect(await ledger.lastWriter(await readRun('other', { sha256: 'other' }))).toBe('other');
      expect(await ledger.lastWriter(await readRun('again', { again: true }))).toBe('again');
      expect(await ledger.lastWriter(await readRun('b'))).toBe('a');
      expect(await ledger.startWriting(await readRun('c'))).toBe('a');
    });

    it('is a run with other bytes or settings, or that is to be imported again', async () => {
      await landed('a');
      expect(await landed('b', { sha256: 'other' })).toBe('b');
      expect(await landed('c', { sha256: 'other', settings: 'those' })).toBe('c');
      expect(await landed('d', { sha256: 'other', settings: 'those', again: true })).toBe('d');
    });

    it('is a run with the same content again once another has written, or began to', async () => {
      await landed('monday');
      await landed('tuesday', { sha256: 'other' });
      expect(await landed('monday again')).toBe('monday again');
      await ledger.startWriting(await readRun('wednesday', { sha256: 'another' }));
      await ledger.moveRun('wednesday', { type: 'rejected', at: second(6), reason: 'r' });
      expect(await landed('monday once more')).toBe('monday once more');
    });

    it('is a run with the same content if the one before wrote nothing, or was undone', async () => {
      await ledger.startWriting(await readRun('a'));
      await ledger.moveRun('a', { type: 'rejected', at: second(6), reason: 'r' });
      expect(await landed('b')).toBe('b');
      await undone('b');
      expect(await landed('c')).toBe('c');
    });

    it('is a run with the same content once an operator has undone an import of the one before', async () => {
      await landed('a');
      await ledger.moveRun('a', { ...runEvents.importReverted, at: second(7) });
      expect(await landed('b')).toBe('b');
    });

    it('is a run that an operator has undone in part, whoever wrote after it', async () => {
      await landed('a');
      await landed('b', { again: true });
      await ledger.moveRun('a', { ...runEvents.importReverted, at: second(7) });
      expect(await ledger.startWriting((await ledger.run('a'))!)).toBe('a');
      expect(await landed('c')).toBe('c');
    });

    it('is an undo, although its run has the content of the last that landed', async () => {
      await landed('a', { sha256: 'other' });
      await landed('b');
      await undone('a');
      expect(await landed('c')).toBe('c');
    });
  });
}
