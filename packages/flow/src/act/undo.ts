import {
  awaitedLate,
  isEnded,
  isOpen,
  mayHaveWritten,
  toRevert,
  type Run,
  type RunStatus,
} from '@sluice/ledger';
import { laneOf } from '../attempts/lane.ts';
import { startTracker } from '../attempts/start-tracker.ts';
import { conflict, done, stateOf, type Act } from './acts.ts';

/**
 * Reverts what the imports of a run wrote, except where somebody changed it since. A tracker does it once the lane is free.
 * A repeated request starts the tracker again.
 */
export const undo: Act<object> = async (run, { by }, services) => {
  if (!services.canRevert)
    return conflict(
      `The server of this run cannot undo imports: the settings name no revertUrl. Nothing was undone; \`npx sluice run ${run.runId}\` lists the imports.`,
    );
  if (run.status === 'undone' && toRevert(await services.ledger.submissions(run.runId)).length === 0)
    return done;
  if (run.status !== 'undoing') {
    const at = services.now().toISOString();
    const event = { type: 'undoRequested', at, by, lane: laneOf(run) } as const;
    const { moved, now } = await services.ledger.moveRun(run.runId, event);
    if (!moved && now.status !== 'undoing') return conflict(whyNot(now));
  }
  await startTracker((await services.ledger.run(run.runId)) ?? run, services);
  return done;
};

function whyNot(run: Run): string {
  const { status } = run;
  const [late] = awaitedLate(run);
  if (late !== undefined)
    return `This run is ${status}, and its late import ${late.importId} of batch ${late.batch} has not ended yet. Try again after the mail about its end, which comes within a day.`;
  if (isUndoable(status) && isOpen(run))
    return `This run is ${status}, and its mail has not been sent yet. Try again once it is, within a quarter of an hour.`;
  if (isEnded(status) && !mayHaveWritten(status))
    return `This run ${stateOf({ status })} and wrote nothing, so there is nothing to undo.`;
  return `This run ${stateOf(run)}. It can be undone once it has ended; \`npx sluice cancel ${run.runId}\` stops it.`;
}

function isUndoable(status: RunStatus): boolean {
  return isEnded(status) && mayHaveWritten(status) && status !== 'undone';
}
