import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../port/ledger.ts';
import { replay } from '../history/replay.ts';
import type { NewRun } from '../model/run.ts';
import { aBatch, aNewRun, asked as askedAt, second } from './builders.ts';
import type { OpenLedger } from './ledger-story.ts';

const reading = { rows: 1, batches: 0, failed: 0, skipped: 0 };
const mail = { state: 'sent', at: second(90) } as const;

export function describeLanes(open: OpenLedger): void {
  describe('lanes', () => {
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
      const read = { type: 'read', at: second(50), sha256: runId, reading, lane } as const;
      expect((await ledger.moveRun(runId, read)).now.status).toBe('queued');
    }

    const ask = async (runId: string, at = 60, ...versions: string[]) => {
      const { run, turn } = await ledger.takeLane(runId, askedAt(at, ...versions));
      return { run, turn, blockedBy: turn?.kind === 'blocked' ? turn.blockedBy : undefined };
    };
    /** The runs ask one after the other. Gives for each the run that it waits for, or its status. */
    async function asked(runIds: string, at = 60): Promise<string> {
      const answers: string[] = [];
      for (const runId of runIds) {
        const { run, blockedBy } = await ask(runId, at);
        answers.push(blockedBy ?? run.status);
      }
      return answers.join(' ');
    }
    const next = async (at = 60) =>
      (await ledger.nextInLane('lane', second(at))).map(({ runId }) => runId).join(' ');
    const move = (runId: string, event: Parameters<Ledger['moveRun']>[1]) => ledger.moveRun(runId, event);
    const undo = (runId: string, at: number, lane = 'lane') =>
      move(runId, { type: 'undoRequested', at: second(at), by: 'p', lane });
    async function finished(runId: string): Promise<void> {
      await move(runId, { type: 'importingStarted', at: second(70) });
      await move(runId, { type: 'finished', at: second(80), status: 'succeeded' });
      await move(runId, { type: 'noticeChanged', at: second(90), notice: mail });
    }
    /** The run takes the lane and is cancelled. One of its imports may still write until second 100. */
    async function cancelled(runId: string): Promise<void> {
      await ask(runId);
      await move(runId, { type: 'cancelRequested', at: second(61), by: 'p' });
      await move(runId, { type: 'cancelled', at: second(62), reason: 'r', quietUntil: second(100) });
    }

    it('are taken by one run, in the same write that sets it to checking (invariant 9)', async () => {
      await queued('a', 1);
      const { run, blockedBy } = await ask('a');
      expect(blockedBy).toBeUndefined();
      expect(run).toMatchObject({ status: 'checking', lane: 'lane', laneSince: second(60) });
      expect(await ledger.run('a')).toEqual(run);
      expect(replay(await ledger.events('a')).run).toEqual(run);
      expect((await ask('a', 61)).run).toEqual(run);
    });

    it('block later runs until the run that has the lane has ended (invariant 9)', async () => {
      await queued('a', 1);
      await queued('b', 2);
      expect(await asked('ab')).toBe('checking a');
      expect(await next()).toBe('');
      await move('a', { type: 'importingStarted', at: second(61) });
      await move('a', { type: 'decisionNeeded', at: second(62), reason: 'r' });
      expect(await asked('b')).toBe('a');
      await move('a', { type: 'finished', at: second(63), status: 'failed' });
      expect(await next()).toBe('b');
      expect(await asked('b')).toBe('checking');
    });

    it('are taken in order of arrival, not of asking', async () => {
      await queued('c', 3);
      await queued('a', 1);
      await queued('b', 1);
      expect([await asked('cb'), await next(), await asked('a')]).toEqual(['a a', 'a', 'checking']);
      await finished('a');
      expect(await asked('cb')).toBe('b checking');
    });

    it('are independent of each other', async () => {
      await queued('a', 1);
      await queued('b', 2, 'another');
      expect(await asked('ab')).toBe('checking checking');
    });

    it('skip a waiting run that was asked to stop', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await move('a', { type: 'cancelRequested', at: second(55), by: 'p' });
      expect(await next()).toBe('b');
      expect(await asked('ab')).toBe('queued checking');
    });

    it('belong to a cancelled run until its unresolved import has surely ended (invariant 9)', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await cancelled('a');
      expect([await asked('b', 99), await next(99)]).toEqual(['a', '']);
      expect(await asked('b', 100)).toBe('checking');
    });

    it('belong to an ended run while its late import goes on (invariant 9)', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await cancelled('a');
      const late = { batch: 1, importId: 'imp1' };
      await move('a', { type: 'lateImportReceived', at: second(90), ...late });
      expect([await asked('b', 101), await next(101)]).toEqual(['a', '']);
      await move('a', { type: 'lateImportEnded', at: second(110), ...late, status: 'success' });
      expect([await next(111), await asked('b', 111)]).toEqual(['b', 'checking']);
    });

    it('are not given to the undo of a cancelled run before its import has surely ended (invariant 9)', async () => {
      await queued('a', 1);
      await cancelled('a');
      await move('a', { type: 'noticeChanged', at: second(63), notice: mail });
      await undo('a', 64);
      const { run, blockedBy } = await ask('a', 99);
      expect([blockedBy, run.status, run.laneSince]).toEqual([undefined, 'undoing', undefined]);
      expect([await next(99), await next(100)]).toEqual(['', 'a']);
      expect((await ask('a', 100)).run.laneSince).toBe(second(100));
    });

    it('are needed by an undo, which waits for its turn (invariant 9)', async () => {
      await queued('a', 1);
      await ask('a');
      await finished('a');
      await queued('b', 2);
      await ask('b');
      await queued('c', 3);
      await undo('a', 200);
      expect(await asked('a', 201)).toBe('b');
      await finished('b');
      // The undo was requested after the third run had arrived.
      expect(await asked('ac', 202)).toBe('c checking');
      await finished('c');
      expect(await next(203)).toBe('a');
      expect((await ask('a', 204)).run).toMatchObject({ status: 'undoing', laneSince: second(204) });
      await queued('d', 4);
      expect(await asked('d', 205)).toBe('a');
      await move('a', { type: 'undone', at: second(206), counts: { reversed: 1, kept: 0, failed: 0 } });
      expect(await asked('d', 207)).toBe('checking');
      expect(replay(await ledger.events('a')).run).toEqual(await ledger.run('a'));
    });

    it('go to one of many that ask at once, and then to each in turn (invariant 9)', async () => {
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
        const [, first, other] = await Promise.all([undo(old, 200, lane), ask(old, 201), ask(young, 201)]);
        const begun = [first, await ask(old, 202)].some(
          ({ run }) => run.status === 'undoing' && run.laneSince !== undefined,
        );
        expect([begun, other.run.status === 'checking'].filter(Boolean)).toHaveLength(1);
      }
    });

    it('record the run that another waits for, until it has its turn', async () => {
      await queued('a', 1);
      await queued('b', 2);
      await ask('a');
      const blocked = (at: number) => move('b', { type: 'blocked', at: second(at), blockedBy: 'a' });
      await blocked(61);
      expect(await ledger.run('b')).toMatchObject({ status: 'queued', blockedBy: 'a' });
      await blocked(62);
      expect((await ledger.events('b')).filter(({ type }) => type === 'blocked')).toHaveLength(1);
      await finished('a');
      expect((await ask('b')).run.blockedBy).toBeUndefined();
      expect((await blocked(63)).moved).toBe(false);
    });

    /** A run of a version of a file, at its place in S3, that waits for its lane. */
    async function arrived(runId: string, facts: Partial<NewRun>): Promise<void> {
      await ledger.beginRun(aNewRun({ runId, versionId: runId, ...facts }));
      const event = { type: 'read', at: second(50), sha256: runId, reading, lane: 'lane' } as const;
      await move(runId, event);
    }
    const at = (n: number, sequencer?: string) => ({ arrivedAt: second(n), ...(sequencer && { sequencer }) });

    it.each([
      ['by its sequencer, whatever its length', at(9, 'FF'), at(1, '0100')],
      ['by the list of S3 if one has none', at(9), at(1, '0100')],
    ])('are not given to an older version of what has landed, %s (invariant 22)', async (_name, one, two) => {
      await arrived('new', two);
      await ask('new');
      await finished('new');
      await arrived('old', one);
      expect((await ask('old', 95, 'new', 'old')).turn).toEqual({ kind: 'superseded', by: 'new' });
      expect((await ledger.run('old'))?.status).toBe('queued');
    });

    it('are not given to a version that S3 lists no more, if the one that landed is listed (invariant 22)', async () => {
      await arrived('new', at(1));
      await ask('new');
      await finished('new');
      await arrived('old', at(9));
      expect((await ask('old', 95, 'new')).turn).toMatchObject({ kind: 'superseded' });
    });

    it('are given to a file that comes late with the run that it must ask about (invariant 22)', async () => {
      await arrived('later', { ...at(9, '01'), key: 'inbox/client/email/b.csv' });
      await ask('later');
      await finished('later');
      await arrived('late', { ...at(1, '02'), key: 'inbox/client/email/a.csv' });
      expect((await ask('late', 95)).run).toMatchObject({ status: 'checking', overtakenBy: 'later' });
    });

    it('are not given to a run while one of its folder is being read, and then are (invariant 22)', async () => {
      seconds = 10;
      await ledger.beginRun(aNewRun({ runId: 'read', versionId: 'read', ...at(1) }));
      await arrived('next', at(2));
      // Its settings are not known, so it may belong to any lane.
      const started = { blockedBy: 'read', until: second(10 + 15 * 60) };
      expect((await ask('next', 10 + 15 * 60 - 1)).turn).toMatchObject(started);
      seconds = 500;
      await ledger.planBatch(aBatch({ runId: 'read' }));
      const until = second(500 + 15 * 60);
      expect((await ask('next', 501)).turn).toMatchObject({ blockedBy: 'read', until });
      expect(await next(501)).toBe('');
      expect((await ask('next', 500 + 15 * 60)).run).toMatchObject({ status: 'checking', passed: ['read'] });
    });

    it('are asked for again by who was told of another run than the one that is being read (invariant 22)', async () => {
      await arrived('holder', { ...at(1), key: 'inbox/other/x.csv' });
      await ask('holder');
      await ledger.beginRun(aNewRun({ runId: 'read', versionId: 'read', ...at(2) }));
      await arrived('next', at(3));
      await arrived('behind', at(4));
      for (const told of ['next', 'behind'])
        await move(told, { type: 'blocked', at: second(60), blockedBy: 'holder' });
      await arrived('last', { ...at(5), key: 'inbox/third/x.csv' });
      expect(await next()).toBe('');
      await finished('holder');
      expect(await next()).toBe('next last');
      await move('next', { type: 'blocked', at: second(91), blockedBy: 'read' });
      expect(await next()).toBe('last');
    });

    it('are refused to unknown runs', async () => {
      await expect(ask('other')).rejects.toMatchObject({ code: 'not_found' });
      expect(await next()).toBe('');
    });
  });
}
