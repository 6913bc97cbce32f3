import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../ledger.ts';
import { aNewRun, second } from './builders.ts';
import type { OpenLedger } from './ledger-story.ts';

export function describeClaims(open: OpenLedger): void {
  describe('claims', () => {
    let ledger: Ledger;
    beforeEach(async () => {
      ledger = await open(() => new Date(second(0)));
    });

    const reading = { rows: 1, batches: 1, failed: 0, skipped: 0 };
    async function readRun(id: string, sha256 = 'same', settings = 'these') {
      await ledger.beginRun(aNewRun({ runId: id }));
      const known = { type: 'settingsKnown', at: second(1), schema: 'client', lookup: 'email' } as const;
      await ledger.moveRun(id, { ...known, emails: [], settings });
      return (await ledger.moveRun(id, { type: 'read', at: second(2), sha256, reading })).now;
    }

    it('belong to one run, however often they are requested at once (invariant 7)', async () => {
      const runs = await Promise.all(['a', 'b', 'c', 'd'].map((id) => readRun(id)));
      const holders = await Promise.all([...runs, ...runs].map((run) => ledger.claim(run)));
      expect(new Set(holders).size).toBe(1);
      expect(['a', 'b', 'c', 'd']).toContain(holders[0]);
    });

    it('differ by bytes and settings', async () => {
      const runs = [await readRun('a'), await readRun('b', 'other'), await readRun('c', 'same', 'those')];
      expect(await Promise.all(runs.map((run) => ledger.claim(run)))).toEqual(['a', 'b', 'c']);
    });

    it('pass on when their run ends without having written', async () => {
      const [one, other, third] = [await readRun('a'), await readRun('b'), await readRun('c')];
      expect(await ledger.claim(one)).toBe('a');
      expect(await ledger.claim(other)).toBe('a');
      await ledger.moveRun('a', { type: 'rejected', at: second(3), reason: 'r' });
      expect(await Promise.all([ledger.claim(other), ledger.claim(other)])).toEqual(['b', 'b']);
      expect(await ledger.claim(third)).toBe('b');
    });

    it('remain with a run that has written, in whole or part', async () => {
      const [one, other] = [await readRun('a'), await readRun('b')];
      await ledger.claim(one);
      await ledger.moveRun('a', { type: 'importingStarted', at: second(3) });
      expect(await ledger.claim(other)).toBe('a');
      await ledger.moveRun('a', { type: 'finished', at: second(4), status: 'partly_succeeded' });
      expect(await ledger.claim(other)).toBe('a');
    });
  });
}
