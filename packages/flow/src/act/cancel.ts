import { isEnded, mayHaveWritten, type Run } from '@sluice/ledger';
import { startTracker } from '../attempts/start-tracker.ts';
import { conflict, done, stateOf, type Act } from './acts.ts';

/**
 * Records the request first: from then on nothing more is sent for real. Then starts a new tracker, since the present one
 * may be asleep.
 */
export const cancel: Act<object> = async (run, { by }, services) => {
  const at = services.now().toISOString();
  const { moved, now } = await services.ledger.moveRun(run.runId, { type: 'cancelRequested', at, by });
  if (!moved) return conflict(whyNot(now));
  await startTracker(now, services);
  return done;
};

function whyNot(run: Run): string {
  const { status, runId } = run;
  const state = isEnded(status) ? `has ended and ${stateOf({ status })}` : stateOf({ status });
  const isKept = isEnded(status) && mayHaveWritten(status) && status !== 'undone';
  const instead = isKept ? ` \`npx sluice undo ${runId}\` takes back what it wrote.` : '';
  return `This run ${state}, so it cannot be cancelled.${instead}`;
}
