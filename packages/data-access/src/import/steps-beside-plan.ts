import type { Blobs } from '../store/blobs.ts';
import { namesOf, withOneMore, type ImportItem } from '../store/import-item.ts';
import { importDocuments } from './documents.ts';
import type { Held } from '../lease/lease.ts';
import type { PlanStep } from './plan.ts';
import { saltSecret, withNext } from '../store/rows-text.ts';
import type { Run } from './run.ts';

/**
 * Stores steps that are not in the plan before they are made, and names them in the import. That fails when another worker has
 * taken the import, and so nobody makes a step that the next worker does not find.
 */
export function keeping(
  { documents, worker, newId }: Pick<Run, 'documents' | 'worker' | 'newId'>,
  held: Held,
): (steps: readonly PlanStep[]) => Promise<void> {
  const by = worker.owner;
  const put = async (steps: readonly PlanStep[]): Promise<void> => {
    const item = held.item();
    const { again, stepsSha256 } = item;
    const stored = { steps, secret: saltSecret(newId) };
    const hash = await documents.putAgain({ ...item, by }, namesOf(again).length, stored);
    // An earlier release may have stored the plan, without a hash.
    const known = stepsSha256 === undefined ? {} : { stepsSha256: withNext(stepsSha256, hash) };
    await held.save({ again: withOneMore(again, by), ...known });
  };
  // One after the other: each gets the next number.
  let last = Promise.resolve();
  return (steps) => {
    last = last.then(() => put(steps));
    return last;
  };
}

/** The steps of an import that were planned again, in order: of one record, the last was made. */
export const stepsAgain = async (blobs: Blobs, item: ImportItem): Promise<readonly PlanStep[]> =>
  item.again.length === 0 ? [] : ((await importDocuments(blobs).steps(item))?.again ?? []);

/**
 * All steps that an import planned, first or again. Undefined when they are no longer stored.
 * @throws AlteredError if they are not those that it stored
 */
export async function stepsOf(blobs: Blobs, item: ImportItem): Promise<PlanStep[] | undefined> {
  const stored = await importDocuments(blobs).steps(item);
  return stored && [...stored.again, ...stored.plan.steps];
}

export async function stepsAbout(
  blobs: Blobs,
  item: ImportItem,
  id: string,
): Promise<PlanStep[] | undefined> {
  const stored = await importDocuments(blobs).stepsOfRecord(item, id);
  return stored && [...stored.again, ...stored.plan.steps];
}
