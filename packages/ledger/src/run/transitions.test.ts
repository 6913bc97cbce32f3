import { describe, expect, it } from 'vitest';
import { type RunStatus, runStatuses } from '../model/run.ts';
import { isEnded } from '../model/status.ts';
import { isOpen, nextRun } from './transitions.ts';
import { editionOf } from './editions.ts';
import type { RunEventType } from './events.ts';
import { aRun, second } from '../testing/builders.ts';
import { runEvents } from '../testing/run-events.ts';

const types = Object.values(runEvents).map(({ type }) => type);
const cells = runStatuses.flatMap((status) => types.map((type) => ({ status, type })));

/** The expected status after each of `runEvents`. */
const moves: Partial<Record<RunStatus, Partial<Record<RunEventType, RunStatus>>>> = {
  reading: {
    read: 'checking',
    rejected: 'rejected',
    finished: 'failed',
    settingsKnown: 'reading',
  },
  // The run of this test has no lane, so it takes none.
  queued: { rejected: 'rejected', finished: 'failed', superseded: 'superseded' },
  checking: {
    approvalRequested: 'awaiting_approval',
    importingStarted: 'importing',
    duplicate: 'duplicate',
    rejected: 'rejected',
    finished: 'failed',
    decisionNeeded: 'needs_decision',
  },
  awaiting_approval: { rejected: 'rejected', finished: 'failed' },
  importing: { finished: 'failed', decisionNeeded: 'needs_decision' },
  undoing: { undone: 'undone' },
  needs_decision: {
    resumed: 'importing',
    importingStarted: 'importing',
    rejected: 'rejected',
    finished: 'failed',
  },
};
const live = ['reading', 'queued', 'checking', 'awaiting_approval', 'importing', 'needs_decision'] as const;
const always: readonly RunEventType[] = ['resultWritten', 'trackerStarted', 'noticeChanged', 'mailEvent'];

/** A late import may be undone too, even after an undo. */
const written: readonly RunStatus[] = ['succeeded', 'partly_succeeded', 'failed', 'cancelled', 'undone'];

describe('the table of runs', () => {
  it('answers every event in every status (invariant 10)', () => {
    for (const { status, type } of cells) {
      const cell = `${type} in ${status}`;
      const run = aRun({ status, ...(isEnded(status) && { finishedAt: second(50) }) });
      const event =
        type === 'resultWritten' ? { ...runEvents[type], edition: editionOf(run) } : runEvents[type];
      const next = nextRun(run, event);
      const isCancel = type === 'cancelRequested' && live.some((one) => one === status);
      const isLate = type === 'lateImportReceived' && written.includes(status);
      const isRevert =
        type === 'importReverted' && [...written, 'importing', 'needs_decision'].includes(status);
      const isErasure = type === 'erased' && isEnded(status);
      const isRestore = type === 'ledgerRestored' && live.some((one) => one === status);
      const expected =
        always.includes(type) || isCancel || isLate || isRevert || isErasure || isRestore
          ? status
          : moves[status]?.[type];
      expect(next?.status, cell).toBe(expected);
      if (next) expect(next.version, cell).toBe(run.version + 1);
      if (next && isEnded(status)) expect(next.finishedAt, cell).toBe(second(50));
    }
  });

  it('lets a run that was asked to stop only be cancelled (invariant 12)', () => {
    for (const { status, type } of cells) {
      const cell = `${type} in ${status}`;
      const stopping = aRun({ status, cancel: { at: second(1), by: 'somebody' } });
      const next = nextRun(stopping, runEvents[type])?.status;
      if (status === 'undoing') expect([undefined, 'undoing', 'undone'], cell).toContain(next);
      else if (isEnded(status)) expect(next ?? status, cell).toBe(status);
      else if (type === 'cancelled') expect(next, cell).toBe('cancelled');
      else expect([undefined, status, 'checking'], cell).toContain(next);
    }
  });

  it('approves only the plan of the request, and waits for the lane again (invariant 9)', () => {
    const { approvalRequested, approved } = runEvents;
    const checking = aRun({ status: 'checking', lane: 'here', laneSince: second(2) });
    const asked = nextRun({ ...checking, notice: undefined }, approvalRequested);
    expect(asked).toMatchObject({ status: 'awaiting_approval', approval: { asked: 1 } });
    const notified =
      asked && nextRun(asked, { ...runEvents.noticeChanged, notice: { state: 'sent', at: second(3) } });
    if (notified === undefined) throw new Error('not notified');
    expect(nextRun(notified, { ...approved, plan: 'another' })).toBeUndefined();
    const next = nextRun(notified, approved);
    expect(next).toMatchObject({ status: 'queued', approval: { asked: 1, approved: { by: 'somebody' } } });
    expect([next?.laneSince, next?.notice, next?.reason]).toEqual([undefined, undefined, undefined]);
    const again = next && nextRun({ ...next, status: 'checking' }, { ...approvalRequested, check: 1 });
    expect(again?.approval).toEqual({ asked: 2, plan: approvalRequested.plan });
  });

  it('cancels a run only after a request, and keeps the first request (invariant 12)', () => {
    expect(nextRun(aRun({ status: 'importing' }), runEvents.cancelled)).toBeUndefined();
    const asked = nextRun(aRun({ status: 'importing' }), runEvents.cancelRequested);
    expect(asked).toMatchObject({ status: 'importing', cancel: { by: 'somebody' } });
    expect(asked && nextRun(asked, { ...runEvents.cancelRequested, by: 'another' })).toBe(asked);
  });

  it.each(runStatuses)(
    'lets an ended run that may have written be undone, once its mail is settled: %s',
    (status) => {
      const notified = aRun({ status, finishedAt: second(50), notice: { state: 'sent', at: second(60) } });
      const next = nextRun(notified, runEvents.undoRequested);
      const mayHaveWritten = written.includes(status);
      expect(next?.status).toBe(mayHaveWritten ? 'undoing' : undefined);
      expect(nextRun({ ...notified, notice: undefined }, runEvents.undoRequested)).toBeUndefined();
      if (!next) return;
      expect(next.notice).toBeUndefined();
      expect(nextRun(next, runEvents.undone)).toMatchObject({
        status: 'undone',
        finishedAt: second(50),
        undo: { by: 'somebody', counts: { reversed: 3 } },
      });
    },
  );

  it('starts to import once, though a tracker that slept asks for it while a person decides (invariant 10)', () => {
    const started = nextRun(aRun({ status: 'checking' }), runEvents.importingStarted);
    const asking = started && nextRun(started, runEvents.decisionNeeded);
    expect(asking?.status).toBe('needs_decision');
    expect(asking && nextRun(asking, runEvents.importingStarted)).toBeUndefined();
    expect(asking && nextRun(asking, runEvents.resumed)?.status).toBe('importing');
  });

  it('refuses the notice of an earlier status (invariant 13)', () => {
    const mail = { ...runEvents.noticeChanged, about: 'needs_decision' } as const;
    expect(nextRun(aRun({ status: 'importing' }), mail)).toBeUndefined();
    expect(nextRun(aRun({ status: 'needs_decision' }), mail)).toBeDefined();
  });
});

describe('a run', () => {
  it.each(['succeeded', 'partly_succeeded', 'failed'] as const)('finishes as %s', (status) => {
    const next = nextRun(aRun({ status: 'importing' }), { type: 'finished', at: second(9), status });
    expect(next).toMatchObject({ status, finishedAt: second(9) });
  });

  it('cannot succeed before anything was imported', () => {
    for (const status of ['reading', 'queued', 'checking', 'awaiting_approval'] as const) {
      const event = { type: 'finished', at: second(9), status: 'succeeded' } as const;
      expect(nextRun(aRun({ status }), event)).toBeUndefined();
    }
  });

  it('keeps the reading of a rejection', () => {
    const reading = { rows: 10, batches: 1, failed: 2, skipped: 0 };
    const next = nextRun(aRun(), { ...runEvents.rejected, sha256: 'abc', reading });
    expect(next).toMatchObject({ status: 'rejected', sha256: 'abc', reading, reason: '5 rows were refused' });
  });

  it('takes a tracker number once, and never an older one (invariant 7)', () => {
    const run = aRun({ trackers: 2 });
    expect(nextRun(run, { ...runEvents.trackerStarted, trackers: 2 })).toBeUndefined();
    expect(nextRun(run, { ...runEvents.trackerStarted, trackers: 1 })).toBeUndefined();
    expect(nextRun(run, { ...runEvents.trackerStarted, trackers: 3 })).toMatchObject({ trackers: 3 });
  });

  it('settles its mail once; an intent may be made again after a crash (invariant 13)', () => {
    const intended = aRun({ status: 'succeeded', notice: { state: 'intended', at: second(1) } });
    expect(nextRun(intended, runEvents.noticeChanged)).toMatchObject({
      notice: { state: 'intended', at: second(100) },
    });
    const sent = nextRun(intended, { ...runEvents.noticeChanged, notice: { state: 'sent', at: second(2) } });
    expect(sent?.notice?.state).toBe('sent');
    expect(sent && nextRun(sent, runEvents.noticeChanged)).toBeUndefined();
  });

  it('lets only one process at a time send its mail, until its lease ends (invariant 13)', () => {
    const mail = { state: 'intended', at: second(100), owner: 'one', leaseUntil: second(190) } as const;
    const leased = aRun({ status: 'succeeded', notice: mail });
    const other = (at: number) => {
      const its = { ...mail, at: second(at), owner: 'other', leaseUntil: second(at + 90) };
      return nextRun(leased, { type: 'noticeChanged', at: second(at), notice: its });
    };
    expect(other(189)).toBeUndefined();
    expect(other(190)?.notice?.owner).toBe('other');
    const again = { ...mail, at: second(150), leaseUntil: second(240) };
    expect(nextRun(leased, { type: 'noticeChanged', at: second(150), notice: again })?.notice).toEqual(again);
    const sent = { state: 'sent', at: second(120) } as const;
    expect(nextRun(leased, { type: 'noticeChanged', at: second(120), notice: sent })?.notice).toEqual(sent);
  });

  it.each(runStatuses)('reminds once a day, and only while it waits for a person: %s', (status) => {
    const day = 86_400;
    const notified = aRun({ status, notice: { state: 'sent', at: second(0) } });
    const remind = (run: typeof notified, number: number, at: number) =>
      nextRun(run, { type: 'reminderDue', number, at: second(at) });
    expect(remind(notified, 1, day - 1)).toBeUndefined();
    const first = remind(notified, 1, day);
    const waits = status === 'needs_decision' || status === 'awaiting_approval';
    if (!waits) return expect(first).toBeUndefined();
    expect(first).toMatchObject({ status, reminders: 1, notice: undefined });
    expect(first && remind(first, 2, 2 * day)).toBeUndefined();
    expect(remind({ ...notified, reminders: 1 }, 1, day)).toBeUndefined();
    expect(remind({ ...notified, reminders: 1 }, 2, day)).toMatchObject({ reminders: 2 });
    expect(remind({ ...notified, cancel: { at: second(1), by: 'x' } }, 1, day)).toBeUndefined();
    if (status === 'needs_decision')
      expect(nextRun({ ...notified, reminders: 3 }, runEvents.resumed)?.reminders).toBeUndefined();
  });

  it('keeps the newest reports about its mails, each once (invariant 7)', () => {
    const known = nextRun(aRun({ status: 'succeeded' }), runEvents.mailEvent);
    expect(known).toMatchObject({ status: 'succeeded', mailEvents: [{ kind: 'bounce' }] });
    expect(known && nextRun(known, { ...runEvents.mailEvent, at: second(200) })).toBe(known);
    const many = Array.from({ length: 150 }, (_, index) => `e${index}`).reduce(
      (run, id) => nextRun(run, { ...runEvents.mailEvent, id }) ?? run,
      aRun({ status: 'succeeded' }),
    );
    expect(many.mailEvents).toHaveLength(100);
    expect(many.mailEvents?.at(-1)?.id).toBe('e149');
  });

  it('owes another mail for the outcome of a decision', () => {
    const asked = aRun({
      status: 'needs_decision',
      notice: { state: 'sent', at: second(1) },
      reason: 'no answer',
    });
    const finished = nextRun(asked, { type: 'finished', at: second(9), status: 'succeeded' });
    expect(finished?.notice).toBeUndefined();
    expect(finished?.reason).toBeUndefined();
    expect(finished && isOpen(finished)).toBe(true);
  });

  it('is the same object after an event that changes nothing (invariant 7)', () => {
    const run = nextRun(aRun(), runEvents.settingsKnown);
    expect(run).toBeDefined();
    expect(run && nextRun(run, { ...runEvents.settingsKnown, at: second(200) })).toBe(run);
  });

  it('is open until it has ended and its mail is settled', () => {
    expect(isOpen(aRun({ status: 'needs_decision', notice: { state: 'sent', at: second(1) } }))).toBe(true);
    expect(isOpen(aRun({ status: 'succeeded' }))).toBe(true);
    expect(isOpen(aRun({ status: 'succeeded', notice: { state: 'intended', at: second(1) } }))).toBe(true);
    expect(isOpen(aRun({ status: 'succeeded', notice: { state: 'sent', at: second(1) } }))).toBe(false);
    expect(isOpen(aRun({ status: 'rejected', notice: { state: 'refused', at: second(1) } }))).toBe(false);
  });

  it.each(written)('receives an import after its end once: %s (invariant 4)', (status) => {
    const mail = { state: 'sent', at: second(60) } as const;
    const notified = aRun({ status, finishedAt: second(50), notice: mail });
    expect(nextRun(notified, runEvents.lateImportEnded)).toBeUndefined();
    const received = nextRun(notified, runEvents.lateImportReceived);
    if (received === undefined) throw new Error('not received');
    expect([isOpen(notified), isOpen(received), received.notice]).toEqual([false, true, mail]);
    expect(nextRun(received, runEvents.lateImportReceived)).toBe(received);
    expect(
      nextRun({ ...received, notice: { ...mail, state: 'intended' } }, runEvents.lateImportEnded),
    ).toBeUndefined();
    const ended = nextRun(received, runEvents.lateImportEnded);
    expect(ended).toMatchObject({
      status,
      notice: undefined,
      late: [{ importId: 'imp9', status: 'success' }],
    });
    expect(ended && nextRun(ended, runEvents.lateImportEnded)).toBeUndefined();
  });
});
