import { describe, expect, it } from 'vitest';
import { needsLane, waitsForLane } from './lanes.ts';
import { runStatuses } from '../model/run.ts';
import { nextRun } from './transitions.ts';
import { aRun, second } from '../testing/builders.ts';
import { runEvents } from '../testing/run-events.ts';

const inLane = { lane: 'lane', laneSince: second(10) } as const;

/** Tests of quiet times, late imports and the order of arrival are in testing/lanes-contract.ts. */
describe('the lane of a run (invariant 9)', () => {
  it('is needed from its dry run to its last real import, and while it is undone', () => {
    const needing = runStatuses.filter((status) => needsLane(aRun({ status, ...inLane }), second(20)));
    expect(needing).toEqual(['checking', 'importing', 'needs_decision', 'undoing']);
    expect(runStatuses.filter((status) => needsLane(aRun({ status }), second(20)))).toEqual([]);
  });

  it('is waited for after the sheet was read, and after an undo was requested', () => {
    const waiting = runStatuses.filter((status) => waitsForLane(aRun({ status, lane: 'lane' })));
    expect(waiting).toEqual(['queued', 'undoing']);
    expect(waitsForLane(aRun({ status: 'undoing', ...inLane }))).toBe(false);
    expect(waitsForLane(aRun({ status: 'queued', lane: 'lane', cancel: { at: second(1), by: 'p' } }))).toBe(
      false,
    );
  });

  it('is taken once by a run that waits for it, and by no other', () => {
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
});
