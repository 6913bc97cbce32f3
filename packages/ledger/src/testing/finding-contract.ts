import { beforeEach, describe, expect, it } from 'vitest';
import { verifyStored } from '../audit/verify-items.ts';
import type { Ledger, RunQuery } from '../port/ledger.ts';
import { progressOf } from '../run/progress.ts';
import { aBatch, aNewRun, second } from './builders.ts';
import type { OpenLedger } from './ledger-story.ts';

const day = 86_400;

/** The items of all pages. */
async function paged<T>(
  page: (
    after: string | undefined,
  ) => Promise<{ readonly found: readonly T[]; readonly next?: string | undefined }>,
): Promise<T[]> {
  const all: T[] = [];
  let after: string | undefined;
  do {
    const { found, next } = await page(after);
    all.push(...found);
    after = next;
  } while (after !== undefined);
  return all;
}

async function collected(ids: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const id of ids) all.push(id);
  return all;
}

export function describeFinding(open: OpenLedger): void {
  describe('finding runs', () => {
    let seconds: number;
    let ledger: Ledger;
    beforeEach(async () => {
      seconds = 0;
      ledger = await open(() => new Date(second(seconds)));
    });

    /** Runs 0 to 5, five days apart, over two months. */
    async function sixRuns(): Promise<void> {
      for (let n = 0; n < 6; n += 1) {
        const schema = n % 3 === 1 ? 'issue' : 'client';
        const droppedBy = n === 2 || n === 4 ? 'bo' : 'ana';
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
    const found = (query: RunQuery, limit = 2) =>
      paged(async (after) => {
        const { runs, next } = await ledger.runPage({ ...query, limit, after });
        expect(runs.length).toBeLessThanOrEqual(limit);
        return { found: runs.map(({ runId }) => runId.slice(-1)), next };
      }).then((ids) => ids.join(''));

    it('lists all, newest first, each once, whatever the size of a page', async () => {
      await sixRuns();
      for (const limit of [1, 2, 6, 100]) expect(await found({}, limit)).toBe('543210');
    });

    it('finds by time across months, from its beginning up to its end', async () => {
      await sixRuns();
      expect(await found({ since: second(5 * day), until: second(15 * day) })).toBe('21');
      expect(await found({ until: second(1) })).toBe('0');
      expect(await found({ since: second(99 * day) })).toBe('');
      expect(await found({ since: second(9), until: second(8) })).toBe('');
    });

    it('finds by schema, dropper and the hash of the file, alone and together', async () => {
      await sixRuns();
      expect(await found({ schema: 'issue' })).toBe('41');
      expect(await found({ dropper: 'ana' })).toBe('5310');
      expect(await found({ hash: 'same' })).toBe('210');
      expect(await found({ hash: 'same', schema: 'client', dropper: 'bo' })).toBe('2');
      expect(await found({ schema: 'client', since: second(day), until: second(25 * day) })).toBe('32');
      expect(await found({ dropper: 'nobody' })).toBe('');
    });

    it('finds by the current status, of open and ended runs', async () => {
      await sixRuns();
      await end('run-1', second(40 * day));
      await ledger.moveRun('run-3', { type: 'finished', at: second(40 * day), status: 'failed' });
      await end('run-4', second(41 * day));
      expect(await found({ status: 'failed' }, 1)).toBe('431');
      expect(await found({ status: 'checking' })).toBe('520');
      await ledger.moveRun('run-4', { type: 'undoRequested', at: second(42 * day), by: 'p' });
      expect(await found({ status: 'failed' })).toBe('31');
      expect(await found({ status: 'undoing' })).toBe('4');
      const [at, counts] = [second(43 * day), { reversed: 1, kept: 0, failed: 0 }];
      await ledger.moveRun('run-4', { type: 'undone', at, counts });
      await ledger.moveRun('run-4', { type: 'noticeChanged', at, notice: { state: 'sent', at } });
      expect(await found({ status: 'undone' })).toBe('4');
    });

    it('finds the run of an import, even of a dry run, and by a very long id', async () => {
      await sixRuns();
      const long = 'i'.repeat(3000);
      const accepted = (runId: string, importId: string) =>
        ledger.moveSubmission(
          { runId, batch: 1, phase: 'dry' },
          { type: 'accepted', at: second(9), owner: 'a', importId },
        );
      await accepted('run-2', 'one');
      await accepted('run-4', long);
      expect(await found({ importId: 'one' })).toBe('2');
      expect(await found({ importId: long })).toBe('4');
      expect(await found({ importId: 'one', schema: 'issue' })).toBe('');
      expect(await found({ importId: 'none' })).toBe('');
    });

    it('lists for a day every run with a write on it', async () => {
      const changed = (n: number) => collected(ledger.changedOn(second(n * day).slice(0, 10)));
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

    it('pages the stored items of a run, each once, the run first (invariant 21)', async () => {
      await ledger.beginRun(aNewRun({ runId: 'a' }));
      for (const number of [10, 1, 2]) await ledger.planBatch(aBatch({ runId: 'a', number }));
      const run = await ledger.run('a');
      for (const limit of [1, 2, 3, 4, 100]) {
        const items = await paged(async (after) => {
          const page = await ledger.itemPage('a', { limit, after });
          return { found: page.items, next: page.next };
        });
        expect(items.map(({ subject }) => subject)).toEqual(['run', '1/dry', '2/dry', '10/dry']);
        expect(items[0]?.fields).toEqual(expect.objectContaining({ ...run, gsi1sk: `${run?.startedAt}#a` }));
        expect(verifyStored({ runId: 'a', items, events: await ledger.events('a') })).toEqual([]);
      }
      expect(await ledger.itemPage('none', { limit: 2 })).toEqual({ items: [] });
    });

    it('keeps the first note of each sealed day, in order of days (invariant 21)', async () => {
      const notes = ['2026-03-02', '2026-03-01'].map((day) => ({ day, hash: `of ${day}` }));
      for (const note of notes) expect(await ledger.noteSeal(note)).toEqual(note);
      expect(await ledger.noteSeal({ day: '2026-03-01', hash: 'another' })).toEqual(notes[1]);
      expect(await ledger.sealNotes()).toEqual(notes.toReversed());
      const lists = ['T02', 'T01'].map((hour) => ({
        day: '2026-03-01',
        list: `2026-03-01${hour}`,
        hash: hour,
      }));
      for (const note of lists) expect(await ledger.noteSeal(note)).toEqual(note);
      expect(await ledger.noteSeal({ ...lists[0]!, hash: 'another' })).toEqual(lists[0]);
      expect(await ledger.sealNotes('2026-03-01')).toEqual(lists.toReversed());
      expect([await ledger.sealNotes('2026-03-02'), await ledger.sealNotes()]).toEqual([
        [],
        notes.toReversed(),
      ]);
    });

    it('reads a run with its last progress, and its submissions in pages', async () => {
      expect(await ledger.runWithProgress('none')).toBeUndefined();
      await ledger.beginRun(aNewRun({ runId: 'a' }));
      for (const number of [1, 2, 10]) await ledger.planBatch(aBatch({ runId: 'a', number }));
      const run = await ledger.run('a');
      expect(await ledger.runWithProgress('a')).toEqual({ run });
      const all = await ledger.submissions('a');
      for (const known of [all.slice(1), all]) {
        const progress = progressOf(run!, known);
        await ledger.keepProgress('a', progress);
        expect(await ledger.runWithProgress('a')).toEqual({ run, progress });
      }
      const first = await ledger.submissionPage('a', { limit: 2 });
      const second = await ledger.submissionPage('a', { limit: 2, after: first.next });
      expect([first.next, second.next]).toEqual(['2/dry', undefined]);
      expect([...first.submissions, ...second.submissions]).toEqual(all);
    });

    it('keeps how far the sweep is in the inbox', async () => {
      expect(await ledger.inboxCursor()).toBeUndefined();
      const pass = { startedAt: second(5), after: { key: 'inbox/a.csv', versionId: 'v1' }, failed: true };
      for (const cursor of [{ since: second(1), pass }, { since: second(5) }]) {
        await ledger.keepInboxCursor(cursor);
        expect(await ledger.inboxCursor()).toEqual(cursor);
      }
    });

    it('finds the day on which the first run started', async () => {
      expect(await ledger.firstDay()).toBeUndefined();
      seconds = 40 * day;
      await ledger.beginRun(aNewRun({ runId: 'late' }));
      expect(await ledger.firstDay()).toBe(second(40 * day).slice(0, 10));
      seconds = 0;
      await sixRuns();
      expect(await ledger.firstDay()).toBe(second(0).slice(0, 10));
    });

    it('pages a history, each event once, in order', async () => {
      await sixRuns();
      const whole = await ledger.events('run-0');
      for (const limit of [1, 2, 3, 4, 100]) {
        const events = await paged(async (after) => {
          const page = await ledger.eventPage('run-0', { limit, after });
          return { found: page.events, next: page.next };
        });
        expect(events).toEqual(whole);
      }
      const own = await ledger.eventPage('run-0', { limit: 100, ofRun: true });
      expect(own.events).toEqual(whole.filter(({ subject }) => subject === 'run'));
      const later = { limit: 100, ofRun: true, after: own.last };
      expect((await ledger.eventPage('run-0', later)).events).toEqual([]);
    });

    it('has the history of one submission, however long', async () => {
      await sixRuns();
      const whole = await ledger.events('run-0');
      const subjects = new Set(whole.map(({ subject }) => subject));
      subjects.delete('run');
      expect(subjects.size).toBeGreaterThan(0);
      for (const subject of subjects) {
        const [batch, phase] = subject.split('/');
        const ref = {
          runId: 'run-0',
          batch: Number(batch),
          phase: phase === 'dry' ? 'dry' : 'real',
        } as const;
        expect(await ledger.submissionEvents(ref)).toEqual(whole.filter((one) => one.subject === subject));
      }
      expect(await ledger.submissionEvents({ runId: 'none', batch: 1, phase: 'dry' })).toEqual([]);
    });
  });
}
