import { z } from 'zod';
import type { Blobs } from '../store/blobs.ts';
import { imagesFolder, importDocuments, type ImportRef } from './documents.ts';
import { jsonBlobs } from './json-blobs.ts';
import { planStep, type PlanStep } from './plan.ts';

export interface StepsBesidePlan {
  readonly keep: (steps: readonly PlanStep[]) => Promise<void>;
  readonly read: () => Promise<PlanStep[]>;
}

/**
 * The steps of an import that are not in its plan: planned anew because somebody overtook them, or made under the id
 * that a claim gave. They are added to and never replaced, whoever else still works on the import.
 */
export function stepsBesidePlan(blobs: Blobs, ref: ImportRef): StepsBesidePlan {
  const json = jsonBlobs(blobs);
  const keyOf = (n: number): string => `${imagesFolder(ref)}/again-${String(n).padStart(5, '0')}.json`;
  let next = 0;
  const put = async (steps: readonly PlanStep[]): Promise<void> => {
    while (!(await json.putNew(keyOf(next), steps))) next += 1;
    next += 1;
  };
  // One after the other, whoever keeps: their numbers have no gap, by which their reader ends.
  let last = Promise.resolve();
  return {
    keep: (steps) => {
      last = last.then(() => put(steps));
      return last;
    },
    read: async () => {
      const steps: PlanStep[] = [];
      for (let n = 0; ; n += 1) {
        const kept = await json.read(keyOf(n), z.array(planStep));
        if (!kept) return steps;
        steps.push(...kept);
      }
    },
  };
}

/** All that an import planned, in the end or on the way; nothing when that is not kept any more. */
export async function stepsOf(blobs: Blobs, ref: ImportRef): Promise<PlanStep[]> {
  const plan = await importDocuments(blobs).plan(ref);
  return plan ? [...(await stepsBesidePlan(blobs, ref).read()), ...plan.steps] : [];
}
