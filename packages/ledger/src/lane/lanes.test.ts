import { describe, expect, it } from 'vitest';
import { needsLane, placeInLane, waitsForLane } from './lanes.ts';
import { runStatuses } from '../run/schemas.ts';
import { nextRun } from '../run/transitions.ts';
import { aRun, second } from '../testing/builders.ts';
import { runEvents } from '../testing/run-events.ts';

const inLane = { lane: 'lane', laneSince: second(10) } as const;

describe('the lane of a run (invariant 9)', () => {
  it('is needed from its dry run to its last real import, and while it is undone', () => {
    const needing = runStatuses.filter((status) => needsLane(aRun({ status, ...inLane }), second(20)));
    expect(needing).toEqual(['checking', 'importing', 'needs_decision', 'undoing']);
    expect(runStatuses.filter((status) => needsLane(aRun({ status }), second(20)))).toEqual([]);
  });

  it('is waited for when the sheet is read, and when an undo was asked for', () => {
    const waiting = runStatuses.filter((status) => waitsForLane(aRun({ status, lane: 'lane' })));
    expect(waiting).toEqual(['queued', 'undoing']);
    expect(waitsForLane(aRun({ status: 'undoing', ...inLane }))).toBe(false);
    expect(waitsForLane(aRun({ status: 'queued', lane: 'lane', cancel: { at: second(1), by: 'p' } }))).toBe(
      false,
    );
  });

  it('is needed by a cancelled run until its quiet time is over', () => {
    const cancelled = aRun({ status: 'cancelled', ...inLane, quietUntil: second(30) });
    expect(needsLane(cancelled, second(29))).toBe(true);
    expect(needsLane(cancelled, second(30))).toBe(false);
    // Also while it waits to be undone.
    expect(needsLane(aRun({ ...cancelled, status: 'undoing', laneSince: undefined }), second(29))).toBe(true);
  });

  it('is needed by a run that has ended while an import that came late goes on', () => {
    const late = [{ at: second(25), batch: 1, importId: 'imp1' }];
    const cancelled = aRun({ status: 'cancelled', ...inLane, quietUntil: second(30), late });
    expect(needsLane(cancelled, second(31))).toBe(true);
    const known = aRun({ ...cancelled, late: late.map((one) => ({ ...one, status: 'success' })) });
    expect(needsLane(known, second(31))).toBe(false);
  });

  it('has a place for each run by its arrival; an undo arrives when it is asked for', () => {
    const undo = { at: second(50), by: 'p' };
    const [early, late] = [aRun({ startedAt: second(1) }), aRun({ startedAt: second(2) })];
    expect(placeInLane(early) < placeInLane(late)).toBe(true);
    expect(placeInLane(late) < placeInLane({ ...early, status: 'undoing', undo })).toBe(true);
    expect(placeInLane(early) < placeInLane({ ...early, runId: 'run-2' })).toBe(true);
  });

  it('is named by the reading, after which the run waits; one that names none is checked at once', () => {
    expect(nextRun(aRun(), { ...runEvents.read, lane: 'lane' })).toMatchObject({
      status: 'queued',
      lane: 'lane',
    });
    expect(nextRun(aRun(), runEvents.read)).toMatchObject({ status: 'checking' });
  });

  it('is taken once by who waits for it, and by nobody else', () => {
    const queued = aRun({ status: 'queued', lane: 'lane', blockedBy: 'run-0' });
    const checking = nextRun(queued, runEvents.laneTaken);
    expect(checking).toMatchObject({ status: 'checking', laneSince: second(100), blockedBy: undefined });
    const undoing = aRun({ status: 'undoing', lane: 'lane' });
    const begun = nextRun(undoing, runEvents.laneTaken);
    expect(begun).toMatchObject({ status: 'undoing', laneSince: second(100) });
    expect(begun && nextRun(begun, runEvents.laneTaken)).toBeUndefined();
    for (const status of runStatuses)
      expect(
        nextRun(aRun({ status, ...inLane, cancel: { at: second(1), by: 'p' } }), runEvents.laneTaken),
      ).toBe(undefined);
  });

  it('is to be taken anew for an undo', () => {
    const told = aRun({ status: 'succeeded', notice: { state: 'sent', at: second(60) }, ...inLane });
    const undoing = nextRun(told, runEvents.undoRequested);
    expect(undoing).toMatchObject({ status: 'undoing', lane: 'lane', laneSince: undefined });
  });
});
