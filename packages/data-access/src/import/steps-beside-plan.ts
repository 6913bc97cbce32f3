import * as z from 'zod';
import type { Blobs } from '../store/blobs.ts';
import { imagesFolder, importDocuments, type ImportRef } from './documents.ts';
import { jsonBlobs } from '../store/json-blobs.ts';
import { planStep, stepsOfRecord, type PlanStep } from './plan.ts';

/** The steps of an import that differ from its plan. Steps are only added, so a second worker loses none. */
export function stepsBesidePlan(blobs: Blobs, ref: ImportRef) {
  const json = jsonBlobs(blobs);
  const keyOf = (n: number): string => `${imagesFolder(ref)}/again-${String(n).padStart(5, '0')}.json`;
  let next = 0;
  const put = async (steps: readonly PlanStep[]): Promise<void> => {
    while (!(await json.putNew(keyOf(next), steps))) next += 1;
    next += 1;
  };
  // One after the other, so that the numbers have no gap: a gap ends the reading.
  let last = Promise.resolve();
  const readAll = async (schema: z.ZodType<PlanStep[]>): Promise<PlanStep[]> => {
    const steps: PlanStep[] = [];
    for (let n = 0; ; n += 1) {
      const kept = await json.read(keyOf(n), schema);
      if (!kept) return steps;
      steps.push(...kept);
    }
  };
  return {
    keep: (steps: readonly PlanStep[]): Promise<void> => {
      last = last.then(() => put(steps));
      return last;
    },
    read: () => readAll(z.array(planStep)),
    readOfRecord: (id: string) => readAll(stepsOfRecord(id)),
  };
}

/** All steps that an import planned, first or again. Empty when they are no longer stored. */
export async function stepsOf(blobs: Blobs, ref: ImportRef): Promise<PlanStep[]> {
  const plan = await importDocuments(blobs).plan(ref);
  return plan ? [...(await stepsBesidePlan(blobs, ref).read()), ...plan.steps] : [];
}

export async function stepsAbout(blobs: Blobs, ref: ImportRef, id: string): Promise<PlanStep[]> {
  const plan = await importDocuments(blobs).planOfRecord(ref, id);
  return plan ? [...(await stepsBesidePlan(blobs, ref).readOfRecord(id)), ...plan.steps] : [];
}
