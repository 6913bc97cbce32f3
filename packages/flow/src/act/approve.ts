import { isOver, phaseOf, planName, type Run } from '@sluice/ledger';
import * as z from 'zod';
import { startTracker } from '../attempts/start-tracker.ts';
import { conflict, done, named, stateOf, type Act } from './acts.ts';
import { whyNotSecondPerson } from './second-person.ts';

const planExpected =
  'expected the hash of the plan that you have read, at least its first 8 digits. `npx sluice run ID` shows the plan with its hash';

export const approveSchema = z.strictObject({
  ...named,
  /** The plan that the person has seen: at least the first 8 hexadecimal digits of its sha256. */
  plan: z.string(planExpected).regex(/^[0-9a-f]{8,64}$/, planExpected),
});

/**
 * Lets a run write what its dry runs previewed. It waits for its lane again, repeats its dry runs, and asks again if its plan
 * has changed. A repeated approval starts its tracker again.
 */
export const approve: Act<z.infer<typeof approveSchema>> = async (run, { by, principal, plan }, services) => {
  const { approval } = run;
  if (approval === undefined || run.cancel !== undefined || !mayRepeat(run)) return conflict(whyNot(run));
  if (!approval.plan.sha256.startsWith(plan))
    return conflict(
      `The plan of this run is ${planName(approval.plan)}, not ${plan}: it may have changed since you read it. Read it again, then approve it.`,
    );
  if (approval.approved === undefined) {
    const refusal = await whyNotSecondPerson(run, { by, principal }, services);
    if (refusal !== undefined) return conflict(refusal);
    const at = services.now().toISOString();
    const event = { type: 'approved', at, by, plan: approval.plan.sha256 } as const;
    const { moved, now } = await services.ledger.moveRun(run.runId, event);
    if (!moved && now.approval?.approved === undefined) return conflict(whyNot(now));
  }
  await startTracker((await services.ledger.run(run.runId)) ?? run, services);
  return done;
};

/** Until it imports: an approval may be repeated after its answer was lost. */
const mayRepeat = ({ status }: Run): boolean => phaseOf(status) === 'dry' && !isOver(status);

const whyNot = (run: Run): string =>
  `This run ${stateOf(run)}, so it waits for no approval. \`npx sluice runs --status awaiting_approval\` lists those that do.`;
