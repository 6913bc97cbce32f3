import { isEnded } from '@sluice/ledger';
import { startTracker } from '../track/start-tracker.ts';
import { conflict, done, type Act } from './acts.ts';

/**
 * Records the request first: from then on nothing more is sent for real. Then starts a new tracker, since the present one
 * may be asleep.
 */
export const cancel: Act<object> = async (run, { by }, services) => {
  const at = services.now().toISOString();
  const { moved, now } = await services.ledger.moveRun(run.runId, { type: 'cancelRequested', at, by });
  if (!moved) {
    const how = isEnded(now.status) ? 'has ended: it is' : 'is';
    return conflict(`A run can be cancelled until it has ended. This run ${how} ${now.status}.`);
  }
  await startTracker(now, services);
  return done;
};
