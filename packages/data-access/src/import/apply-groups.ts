import { inChunks, inParallel } from '@sluice/parallel';
import { applySteps } from './apply-steps.ts';
import type { Applying } from './applying.ts';
import type { Outcome, PlanStep } from './plan.ts';
import { setOf } from './import-request.ts';

/** Ten requests of writes: while those of one group are under way, another is made ready. */
const stepsPerGroup = 250;
const groupsAtOnce = 2;

/**
 * Makes steps of one set happen, several groups of them at once: no two records of a set are one. But a unique value may
 * be given up by one record and taken by another, so where there is one the steps go together, in their order.
 */
export async function applyGroups(steps: readonly PlanStep[], applying: Applying): Promise<Outcome[]> {
  if (haveUnique(steps, applying)) return applySteps(steps, applying);
  const groups = inChunks(steps, stepsPerGroup);
  const outcomes = groups.map((): Outcome[] => []);
  await inParallel(groups, groupsAtOnce, async (group, at) => {
    outcomes[at] = await applySteps(group, applying);
  });
  return outcomes.flat();
}

const haveUnique = ([first]: readonly PlanStep[], { request }: Applying): boolean =>
  first !== undefined && Object.values(setOf(request, first.set).schema.fields).some(({ unique }) => unique);
