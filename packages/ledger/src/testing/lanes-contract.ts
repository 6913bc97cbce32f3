import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../ledger.ts';
import type { Run } from '../run/schemas.ts';
import { replay } from '../history/replay.ts';
import { aNewRun, second } from './builders.ts';
import type { OpenLedger } from './ledger-story.ts';

const reading = { rows: 1, batches: 0, failed: 0, skipped: 0 };
const mail = { state: 'sent', at: second(90) } as const;

/** What every adapter of the ledger does with lanes. */
export function describeLanes(name: string, open: OpenLedger): void {
  describe(`lanes of ${name}`, () => {
    let seconds: number;
    let ledger: Ledger;
    beforeEach(async () => {
      seconds = 0;
      ledger = await open(() => new Date(second(seconds)));
    });

    /** A run that began at this second and waits for its lane. */
    async function queued(runId: string, startedAt: number, lane = 'lane'): Promise<void> {
      seconds = startedAt;
      await ledger.beginRun(aNewRun({ runId }));
      const { now } = await ledger.moveRun(runId, {
        type: 'read',
        at: second(50),
        sha256: runId,
        reading,
        lane,
      });
      expect(now.status).toBe('queued');
    }

    const ask = (runId: string, at = 60) => ledger.takeLane(runId, second(at));
    const next = async (at = 60) => (await ledger.nextInLane('lane', second(at)))?.runId;
    const move = (runId: string, event: Parameters<Ledger['moveRun']>[1]) => ledger.moveRun(runId, event);
    async function finished(runId: string): Promise<void> {
      await move(runId, { type: 'importingStarted', at: second(70) });
      await move(runId, { type: 'finished', at: second(80), status: 'succeeded' });
      await move(runId, { type: 'noticeChanged', at: second(90), notice: mail });
    }
    const has = ({ run, blockedBy }: { run: Run; blockedBy?: string | undefined }) => blockedBy ?? run.status;

    it('are taken by one run, by one write that sets it checking (invariant 9)', async () => {
      await queued('a', 1);
      const { run, blockedBy } = await ask('a');
      expect(blockedBy).toBeUndefined();
      expect(run).toMatchObject({ status: 'checking', lane: 'lane', laneSince: second(60) });
      expect(await ledger.run('a')).toEqual(run);
      expect(replay(await ledger.events('a')).run).toEqual(run);
      expect(await ask('a', 61)).toEqual({ run });
    });

    it('are kept from later runs, until the one that has it has ended (invariant 9)', async () => {
      await queued('a', 1);
      await queued('b', 2);
      expect(has(await ask('a'))).toBe('checking');
      expect(has(await ask('b'))).toBe('a');
      expect(await next()).toBeUndefined();
      await move('a', { type: 'importingStarted', at: second(61) });
      await move('a', { type: 'decisionNeeded', at: second(62), reason: 'r' });
      expect(has(await ask('b'))).toBe('a');
      await move('a', { type: 'finished', at: second(63), status: 'failed' });
      expect(await next()).toBe('b');
      expect(has(await ask('b'))).toBe('checking');
    });

    it('are taken in the order of arrival, by whoever asks first', async () => {
      for (const [runId, at] of [
        ['c', 3],
        ['a', 1],
        ['b', 1],
      ] as const)
        await queued(runId, at);
      expect(has(await ask('c'))).toBe('a');
      expect(has(await ask('b'))).toBe('a');
      expect(await next()).toBe('a');
      expect(has(await ask('a'))).toBe('checking');
      await finished('a');
      expect(has(await ask('c'))).toBe('b');
      expect(has(await ask('b'))).toBe('checking');
    });

    it('are not in each other’s way', async () => {
      await queued('a', 1);
      await queued('b', 2, 'another');
      expect([has(await ask('a')), has(await ask('b'))]).toEqual(['checking', 'checking']);
    });

    it('pass over a run that is to stop while it waits', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await move('a', { type: 'cancelRequested', at: second(55), by: 'p' });
      expect(await next()).toBe('b');
      expect(has(await ask('a'))).toBe('queued');
      expect(has(await ask('b'))).toBe('checking');
    });

    it('stay with a cancelled run until what nobody heard of has surely ended (invariant 9)', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await ask('a');
      await move('a', { type: 'cancelRequested', at: second(61), by: 'p' });
      await move('a', { type: 'cancelled', at: second(62), reason: 'r', quietUntil: second(100) });
      expect(has(await ask('b', 99))).toBe('a');
      expect(await next(99)).toBeUndefined();
      expect(has(await ask('b', 100))).toBe('checking');
    });

    it('stay with a run that has ended while an import of it that came late is awaited (invariant 9)', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await ask('a');
      await move('a', { type: 'cancelRequested', at: second(61), by: 'p' });
      await move('a', { type: 'cancelled', at: second(62), reason: 'r', quietUntil: second(100) });
      await move('a', { type: 'lateImportReceived', at: second(90), batch: 1, importId: 'imp1' });
      expect(has(await ask('b', 101))).toBe('a');
      expect(await next(101)).toBeUndefined();
      await move('a', {
        type: 'lateImportEnded',
        at: second(110),
        batch: 1,
        importId: 'imp1',
        status: 'success',
      });
      expect(await next(111)).toBe('b');
      expect(has(await ask('b', 111))).toBe('checking');
    });

    it('are not taken for the undo of such a run before that either (invariant 9)', async () => {
      await queued('a', 1);
      await ask('a');
      await move('a', { type: 'cancelRequested', at: second(61), by: 'p' });
      await move('a', { type: 'cancelled', at: second(62), reason: 'r', quietUntil: second(100) });
      await move('a', { type: 'noticeChanged', at: second(63), notice: mail });
      await move('a', { type: 'undoRequested', at: second(64), by: 'p', lane: 'lane' });
      const waiting = await ask('a', 99);
      expect(has(waiting)).toBe('undoing');
      expect(waiting.run.laneSince).toBeUndefined();
      expect(await next(99)).toBeUndefined();
      expect(await next(100)).toBe('a');
      expect((await ask('a', 100)).run.laneSince).toBe(second(100));
    });

    it('are needed by an undo, which waits for its turn as every run does (invariant 9)', async () => {
      await queued('a', 1);
      await ask('a');
      await finished('a');
      await queued('b', 2);
      await ask('b');
      await queued('c', 3);
      await move('a', { type: 'undoRequested', at: second(200), by: 'p', lane: 'lane' });
      expect(has(await ask('a', 201))).toBe('b');
      await finished('b');
      // It was asked for after the third had come.
      expect(has(await ask('a', 202))).toBe('c');
      await ask('c');
      await finished('c');
      expect(await next(203)).toBe('a');
      expect((await ask('a', 204)).run).toMatchObject({ status: 'undoing', laneSince: second(204) });
      await queued('d', 4);
      expect(has(await ask('d', 205))).toBe('a');
      const counts = { reversed: 1, kept: 0, failed: 0 };
      await move('a', { type: 'undone', at: second(206), counts });
      expect(has(await ask('d', 207))).toBe('checking');
      expect(replay(await ledger.events('a')).run).toEqual(await ledger.run('a'));
    });

    it('go to one of many who ask at once, and then to each in its turn (invariant 9)', async () => {
      const ids = ['a', 'b', 'c', 'd'];
      for (const [index, id] of ids.entries()) await queued(id, index);
      for (const id of ids) {
        const answers = await Promise.all([...ids, ...ids].map((one) => ask(one)));
        const taken = answers.filter(({ run }) => run.status === 'checking').map(({ run }) => run.runId);
        expect(new Set(taken)).toEqual(new Set([id]));
        await finished(id);
      }
    });

    it('go to an undo or to a waiting run, never to both, when both ask at once (invariant 9)', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [old, young] = [`old${round}`, `young${round}`];
        const lane = `lane${round}`;
        await queued(old, 1, lane);
        await ask(old);
        await finished(old);
        await queued(young, 2, lane);
        const [, undo, other] = await Promise.all([
          move(old, { type: 'undoRequested', at: second(200), by: 'p', lane }),
          ask(old, 201),
          ask(young, 201),
        ]);
        const undoing = await ask(old, 202);
        const begun = [undo, undoing].some(
          ({ run }) => run.status === 'undoing' && run.laneSince !== undefined,
        );
        expect([begun, other.run.status === 'checking'].filter(Boolean)).toHaveLength(1);
      }
    });

    it('say of a run that waits which one it waits for, until it has its turn', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await ask('a');
      await move('b', { type: 'blocked', at: second(61), blockedBy: 'a' });
      expect(await ledger.run('b')).toMatchObject({ status: 'queued', blockedBy: 'a' });
      await move('b', { type: 'blocked', at: second(62), blockedBy: 'a' });
      expect((await ledger.events('b')).filter(({ type }) => type === 'blocked')).toHaveLength(1);
      await finished('a');
      expect((await ask('b')).run.blockedBy).toBeUndefined();
      const late = await move('b', { type: 'blocked', at: second(63), blockedBy: 'a' });
      expect(late.moved).toBe(false);
    });

    it('are known only of runs that the ledger knows', async () => {
      await expect(ask('other')).rejects.toMatchObject({ code: 'not_found' });
      expect(await next()).toBeUndefined();
    });
  });
}
