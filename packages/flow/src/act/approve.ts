import { planName, type Run } from '@sluice/ledger';
import { startTracker } from '../track/start-tracker.ts';
import { conflict, done, type Act } from './acts.ts';

/**
 * A person lets a run write what its dry runs foretold. It takes its place in its lane again, is checked once more, and asks again where
 * its plan has changed. Said again, it goes on.
 */
export const approve: Act<{ readonly plan?: string | undefined }> = async (
  run,
  { by, plan = '' },
  services,
) => {
  const asked = run.approval;
  if (asked === undefined || run.cancel !== undefined || !mayStillBe.includes(run.status))
    return conflict(whyNot(run));
  if (!asked.plan.sha256.startsWith(plan))
    return conflict(
      `The plan of this run is ${planName(asked.plan)}, not ${plan}. If that is what you have seen, it has changed since: look at it again.`,
    );
  if (asked.approved === undefined) {
    const at = services.now().toISOString();
    const event = { type: 'approved', at, by, plan: asked.plan.sha256 } as const;
    const { moved, now } = await services.ledger.moveRun(run.runId, event);
    if (!moved && now.approval?.approved === undefined) return conflict(whyNot(now));
  }
  await startTracker((await services.ledger.run(run.runId)) ?? run, services);
  return done;
};

/** What somebody may say again whose answer was lost. */
const mayStillBe: readonly Run['status'][] = ['awaiting_approval', 'queued', 'checking'];

function whyNot({ status, cancel }: Run): string {
  const stands = cancel === undefined ? `is ${status}` : 'is being cancelled';
  return `Only a run that is awaiting_approval can be approved. This one ${stands}.`;
}
