import * as z from 'zod';
import type { Blobs } from '../store/blobs.ts';
import { namesOf, withOneMore, type ImportItem } from '../store/import-item.ts';
import { jsonBlobs } from '../store/json-blobs.ts';
import { imagesFolder, importDocuments, numbered, type WorkerRef } from './documents.ts';
import type { Held } from './lease.ts';
import { planStep, stepsOfRecord, type PlanStep } from './plan.ts';

const keyOf = (ref: WorkerRef, at: number): string =>
  `${imagesFolder(ref)}/${ref.by}/${numbered('again', at)}`;

/**
 * Stores steps that are not in the plan before they are made, and names them in the import. That fails when another worker has
 * taken the import, and so nobody makes a step that the next worker does not find.
 */
export function keeping(blobs: Blobs, held: Held, by: string): (steps: readonly PlanStep[]) => Promise<void> {
  const json = jsonBlobs(blobs);
  const put = async (steps: readonly PlanStep[]): Promise<void> => {
    const item = held.item();
    await json.put(keyOf({ ...item, by }, namesOf(item.again).length), steps);
    await held.save({ again: withOneMore(item.again, by) });
  };
  // One after the other: each gets the next number.
  let last = Promise.resolve();
  return (steps) => {
    last = last.then(() => put(steps));
    return last;
  };
}

/** The steps of an import that were planned again, in order: of one record, the last was made. */
export const stepsAgain = (blobs: Blobs, item: ImportItem): Promise<PlanStep[]> =>
  readAgain(blobs, item, z.array(planStep));

async function readAgain(blobs: Blobs, item: ImportItem, schema: z.ZodType<PlanStep[]>): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const [at, by] of namesOf(item.again).entries())
    steps.push(...((await jsonBlobs(blobs).read(keyOf({ ...item, by }, at), schema)) ?? []));
  return steps;
}

/** All steps that an import planned, first or again. Empty when they are no longer stored. */
export async function stepsOf(blobs: Blobs, item: ImportItem): Promise<PlanStep[]> {
  const plan = await importDocuments(blobs).plan(item);
  return plan ? [...(await stepsAgain(blobs, item)), ...plan.steps] : [];
}

export async function stepsAbout(blobs: Blobs, item: ImportItem, id: string): Promise<PlanStep[]> {
  const plan = await importDocuments(blobs).planOfRecord(item, id);
  return plan ? [...(await readAgain(blobs, item, stepsOfRecord(id))), ...plan.steps] : [];
}
