import { beforeEach, describe, expect, it } from 'vitest';
import { identityHolds } from '../counts.ts';
import type { Ledger, SubmissionRef } from '../ledger.ts';
import type { Batch } from '../model.ts';
import { replay } from '../replay.ts';
import { aBatch, aNewRun, second } from './builders.ts';
import { describeFinding } from './finding-contract.ts';

/** What every adapter of the ledger does. `open` gives an empty one. */
export function describeLedger(name: string, open: (now: () => Date) => Promise<Ledger> | Ledger): void {
  describe(name, () => {
    let seconds: number;
    let ledger: Ledger;
    const now = () => new Date(second(seconds));
    beforeEach(async () => {
      seconds = 0;
      ledger = await open(now);
    });

    const runId = 'run-1';
    const dry: SubmissionRef = { runId, batch: 1, phase: 'dry' };
    const real: SubmissionRef = { runId, batch: 1, phase: 'real' };
    const send = (owner: string, n: number) =>
      ({ type: 'send', at: second(n), owner, leaseUntil: second(n + 45) }) as const;

    async function planned(...batches: Batch[]): Promise<void> {
      await ledger.beginRun(aNewRun());
      for (const batch of batches) await ledger.planBatch(batch);
    }

    async function passDryRun(batch: number): Promise<void> {
      const ref = { runId, batch, phase: 'dry' } as const;
      await ledger.moveSubmission(ref, send(`dry-${batch}`, 1));
      await ledger.moveSubmission(ref, {
        type: 'accepted',
        at: second(2),
        owner: `dry-${batch}`,
        importId: `d${batch}`,
      });
      await ledger.moveSubmission(ref, { type: 'ended', at: second(3), status: 'succeeded', counts: {} });
    }

    describeFinding(open);

    describe('claims', () => {
      const reading = { rows: 1, batches: 1, failed: 0, skipped: 0 };
      async function readRun(id: string, sha256 = 'same', settings = 'these') {
        await ledger.beginRun(aNewRun({ runId: id }));
        const known = { type: 'settingsKnown', at: second(1), schema: 'client', lookup: 'email' } as const;
        await ledger.moveRun(id, { ...known, emails: [], settings });
        return (await ledger.moveRun(id, { type: 'read', at: second(2), sha256, reading })).now;
      }

      it('are held by one run, however often and at once they are asked for (invariant 7)', async () => {
        const runs = await Promise.all(['a', 'b', 'c', 'd'].map((id) => readRun(id)));
        const holders = await Promise.all([...runs, ...runs].map((run) => ledger.claim(run)));
        expect(new Set(holders).size).toBe(1);
        expect(['a', 'b', 'c', 'd']).toContain(holders[0]);
      });

      it('are of the bytes and the settings', async () => {
        const runs = [await readRun('a'), await readRun('b', 'other'), await readRun('c', 'same', 'those')];
        expect(await Promise.all(runs.map((run) => ledger.claim(run)))).toEqual(['a', 'b', 'c']);
      });

      it('pass on when the run that holds them ends without having written', async () => {
        const [one, other, third] = [await readRun('a'), await readRun('b'), await readRun('c')];
        expect(await ledger.claim(one)).toBe('a');
        expect(await ledger.claim(other)).toBe('a');
        await ledger.moveRun('a', { type: 'rejected', at: second(3), reason: 'r' });
        expect(await Promise.all([ledger.claim(other), ledger.claim(other)])).toEqual(['b', 'b']);
        expect(await ledger.claim(third)).toBe('b');
      });

      it('stay with a run that has written, in whole or part', async () => {
        const [one, other] = [await readRun('a'), await readRun('b')];
        await ledger.claim(one);
        await ledger.moveRun('a', { type: 'decidedToImport', at: second(3) });
        expect(await ledger.claim(other)).toBe('a');
        await ledger.moveRun('a', { type: 'finished', at: second(4), status: 'partly_succeeded' });
        expect(await ledger.claim(other)).toBe('a');
      });
    });

    describe('runs', () => {
      it('begins a run once, however often it is asked to (invariants 7, 8)', async () => {
        const first = await ledger.beginRun(aNewRun());
        seconds = 60;
        const second = await ledger.beginRun(aNewRun({ droppedBy: 'somebody else' }));
        expect(first.created).toBe(true);
        expect(second).toEqual({ created: false, run: first.run });
        expect(await ledger.events(runId)).toHaveLength(1);
      });

      it('keeps nothing of a drop but what it knows', async () => {
        const { run } = await ledger.beginRun(Object.assign(aNewRun(), { secret: 'x' }));
        expect(run).not.toHaveProperty('secret');
        expect(await ledger.run(runId)).toEqual(run);
      });

      it('answers undefined for a run that it does not know, and refuses to move it', async () => {
        expect(await ledger.run('other')).toBeUndefined();
        await expect(
          ledger.moveRun('other', { type: 'decidedToImport', at: second(1) }),
        ).rejects.toMatchObject({
          code: 'not_found',
        });
      });

      it('moves a run, and tells where it stands when it does not take the event', async () => {
        await ledger.beginRun(aNewRun());
        const refused = await ledger.moveRun(runId, { type: 'decidedToImport', at: second(1) });
        expect(refused).toMatchObject({ moved: false, now: { status: 'reading', version: 1 } });
        const reading = { rows: 10, batches: 1, failed: 0, skipped: 0 };
        const read = await ledger.moveRun(runId, { type: 'read', at: second(2), sha256: 'abc', reading });
        expect(read).toMatchObject({ moved: true, now: { status: 'checking', reading, version: 2 } });
        expect(await ledger.run(runId)).toEqual(read.now);
      });

      it('takes an event that says nothing new, and writes nothing (invariant 7)', async () => {
        await ledger.beginRun(aNewRun());
        const known = {
          type: 'resultWritten',
          at: second(1),
          resultKey: 'runs/run-1/results/a.csv',
        } as const;
        await ledger.moveRun(runId, known);
        expect(await ledger.moveRun(runId, { ...known, at: second(9) })).toMatchObject({
          moved: true,
          now: { version: 2 },
        });
        expect(await ledger.events(runId)).toHaveLength(2);
      });

      it('lists runs newest first, since a time, by status, up to a limit, across months', async () => {
        const day = 86_400;
        for (const [at, id] of [0, 1, 40 * day, 41 * day, 41 * day + 1].map((at, id) => [at, id] as const)) {
          seconds = at;
          await ledger.beginRun(aNewRun({ runId: `run-${id}` }));
        }
        await ledger.moveRun('run-2', { type: 'rejected', at: second(42 * day), reason: 'no header' });
        const ids = async (filter: Parameters<Ledger['runs']>[0]) =>
          (await ledger.runs(filter)).map(({ runId }) => runId);
        expect(await ids({})).toEqual(['run-4', 'run-3', 'run-2', 'run-1', 'run-0']);
        expect(await ids({ limit: 2 })).toEqual(['run-4', 'run-3']);
        expect(await ids({ limit: 0 })).toEqual([]);
        expect(await ids({ since: second(1) })).toEqual(['run-4', 'run-3', 'run-2', 'run-1']);
        expect(await ids({ since: '2026-12-31T00:00:00+00:00' })).toEqual(['run-4', 'run-3']);
        expect(await ids({ status: 'rejected' })).toEqual(['run-2']);
        expect(await ids({ status: 'reading', limit: 3 })).toEqual(['run-4', 'run-3', 'run-1']);
      });

      it('lists as open what has not ended or whose mail is not settled, oldest first (invariant 12)', async () => {
        for (const id of [3, 1, 2]) {
          seconds = id;
          await ledger.beginRun(aNewRun({ runId: `run-${id}` }));
        }
        const ids = async () => (await ledger.openRuns()).map(({ runId }) => runId);
        expect(await ids()).toEqual(['run-1', 'run-2', 'run-3']);
        await ledger.moveRun('run-2', { type: 'rejected', at: second(9), reason: 'no header' });
        await ledger.moveRun('run-2', {
          type: 'mail',
          at: second(9),
          mail: { state: 'intended', at: second(9) },
        });
        expect(await ids()).toEqual(['run-1', 'run-2', 'run-3']);
        await ledger.moveRun('run-2', {
          type: 'mail',
          at: second(10),
          mail: { state: 'sent', at: second(10) },
        });
        expect(await ids()).toEqual(['run-1', 'run-3']);
      });
    });

    describe('batches', () => {
      it('plans a batch with its dry submission once (invariant 7)', async () => {
        await planned(aBatch(), aBatch());
        expect(await ledger.batch(runId, 1)).toEqual(aBatch());
        expect(await ledger.submission(dry)).toMatchObject({ status: 'planned', sha256: 'hash-1', rows: 10 });
        expect(await ledger.submissions(runId)).toHaveLength(1);
        expect(await ledger.events(runId)).toHaveLength(2);
      });

      it('refuses other bytes under the number of a batch (invariant 14)', async () => {
        await planned(aBatch());
        const other = ledger.planBatch(aBatch({ sha256: 'other' }));
        await expect(other).rejects.toMatchObject({ code: 'batch_differs' });
      });

      it('lists batches and submissions in the order of their numbers', async () => {
        await planned(aBatch({ number: 10 }), aBatch({ number: 2 }), aBatch({ number: 1 }));
        await passDryRun(2);
        await ledger.planRealSubmissions([aBatch({ number: 2 })]);
        expect((await ledger.batches(runId)).map(({ number }) => number)).toEqual([1, 2, 10]);
        const names = (await ledger.submissions(runId)).map(({ batch, phase }) => `${batch}/${phase}`);
        expect(names).toEqual(['1/dry', '2/dry', '2/real', '10/dry']);
      });

      it('plans no real submission without a successful dry run of the same bytes (invariant 5)', async () => {
        await planned(aBatch());
        const early = ledger.planRealSubmissions([aBatch()]);
        await expect(early).rejects.toMatchObject({ code: 'dry_run_missing' });
        await passDryRun(1);
        const other = ledger.planRealSubmissions([aBatch({ sha256: 'other' })]);
        await expect(other).rejects.toMatchObject({ code: 'dry_run_missing' });
        expect(await ledger.submission(real)).toBeUndefined();
      });

      it('plans each real submission once, and those that are missing (invariant 7)', async () => {
        const batches = Array.from({ length: 40 }, (_, index) => aBatch({ number: index + 1 }));
        await planned(...batches);
        for (const { number } of batches) await passDryRun(number);
        await ledger.planRealSubmissions(batches.slice(0, 5));
        await ledger.moveSubmission(real, send('a', 10));
        await ledger.planRealSubmissions(batches);
        await ledger.planRealSubmissions(batches);
        const submissions = (await ledger.submissions(runId)).filter(({ phase }) => phase === 'real');
        expect(submissions).toHaveLength(40);
        expect(submissions[0]).toMatchObject({ status: 'sending', version: 2 });
      });
    });

    describe('submissions', () => {
      it('gives a batch to one of two workers (invariant 3)', async () => {
        await planned(aBatch());
        const both = await Promise.all([
          ledger.moveSubmission(dry, send('a', 1)),
          ledger.moveSubmission(dry, send('b', 1)),
        ]);
        expect(both.filter(({ moved }) => moved)).toHaveLength(1);
        const stored = await ledger.submission(dry);
        expect(stored?.attempts).toHaveLength(1);
        for (const { now } of both) expect(now).toEqual(stored);
      });

      it('is moved from what the caller knows only while that is so (invariants 3, 10)', async () => {
        await planned(aBatch());
        const known = await ledger.submission(dry);
        const first = await ledger.moveSubmission(dry, send('a', 1), known);
        expect(first).toMatchObject({ moved: true, now: { status: 'sending', version: 2 } });
        expect(await ledger.moveSubmission(dry, send('b', 2), known)).toEqual({ ...first, moved: false });
        const late = { type: 'accepted', at: second(3), owner: 'a', importId: 'i1' } as const;
        const accepted = await ledger.moveSubmission(dry, late, known);
        expect(accepted).toMatchObject({ moved: true, now: { status: 'accepted', version: 3 } });
        expect(accepted.now).toEqual(await ledger.submission(dry));
        expect(replay(await ledger.events(runId)).submissions).toEqual([accepted.now]);
      });

      it('keeps the importIds of all who bring one at once (invariant 4)', async () => {
        await planned(aBatch());
        const owners = ['a', 'b', 'c', 'd', 'e'];
        await Promise.all(
          owners.map((owner) =>
            ledger.moveSubmission(dry, {
              type: 'accepted',
              at: second(5),
              owner,
              importId: `import-${owner}`,
            }),
          ),
        );
        const { attempts = [] } = (await ledger.submission(dry)) ?? {};
        expect(new Set(attempts.map(({ importId }) => importId))).toEqual(
          new Set(owners.map((owner) => `import-${owner}`)),
        );
      });

      it('refuses to move a submission that it does not know', async () => {
        await planned();
        await expect(ledger.moveSubmission(dry, send('a', 1))).rejects.toMatchObject({ code: 'not_found' });
      });
    });

    it('has a history that replays to every item (invariant 10)', async () => {
      await planned(aBatch(), aBatch({ number: 2 }));
      const reading = { rows: 21, batches: 2, failed: 0, skipped: 1 };
      await ledger.moveRun(runId, {
        type: 'settingsKnown',
        at: second(0),
        schema: 'client',
        lookup: 'email',
        emails: ['a@example.com'],
      });
      await ledger.moveRun(runId, { type: 'read', at: second(1), sha256: 'abc', reading });
      await passDryRun(1);
      await passDryRun(2);
      await ledger.moveRun(runId, { type: 'decidedToImport', at: second(4) });
      await ledger.planRealSubmissions([aBatch()]);
      await ledger.moveSubmission(real, send('a', 5));
      await ledger.moveSubmission(real, { type: 'ambiguous', at: second(25), owner: 'a', reason: 'timeout' });
      await ledger.moveSubmission(real, { type: 'plan', at: second(1000), reason: 'safe to repeat' });
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

    it('keeps a run readable, and those beside it, whose rows do not add up (invariants 1, 12)', async () => {
      await planned(aBatch());
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

    it('shows a history in the order of time', async () => {
      await planned(aBatch());
      await passDryRun(1);
      const lines = (await ledger.events(runId)).map(({ subject, type }) => `${subject} ${type}`);
      expect(new Set(lines.slice(0, 2))).toEqual(new Set(['1/dry planned', 'run begun']));
      expect(lines.slice(2)).toEqual(['1/dry send', '1/dry accepted', '1/dry ended']);
    });
  });
}
