import type { Json, RecordRef } from '../store/record.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { Blobs } from '../store/blobs.ts';
import { importDocuments } from './documents.ts';
import type { PlanStep } from './plan.ts';
import { changesOf, afterStep } from './record-writes.ts';
import { madeBy } from './touched.ts';
import { undoDocuments, type UndoneRecord } from './undone.ts';

/** What an import did to one record. */
export interface MadeChange extends RecordRef {
  /** The place of the record in the request, from 1. */
  readonly number: number;
  /** The version that it made. Absent if the values were erased, as those below. */
  readonly version?: number;
  readonly action?: 'create' | 'update' | 'delete';
  /** Each changed field: what it was, and what it is then. */
  readonly changes?: Readonly<Record<string, readonly [Json, Json]>>;
  /** Of a person that it made, or else as it was before. */
  readonly userType?: Json;
  readonly erased?: true;
  /** What an undo made of the record. */
  readonly undo?: Pick<UndoneRecord, 'outcome' | 'reason'>;
}

/**
 * What an import did, in the order of the request. Undefined when it is no longer stored.
 * @throws AlteredError if what is stored is not what the import stored
 */
export async function madeChanges(item: ImportItem, blobs: Blobs): Promise<MadeChange[] | undefined> {
  const documents = importDocuments(blobs);
  const [stored, preview] = [await documents.steps(item), await documents.preview(item)];
  if (stored === undefined || (item.preview !== null && preview === undefined)) return undefined;
  // Of one record, the step that was planned last was made.
  const steps = new Map([...stored.plan.steps, ...stored.again].map((step) => [step.number, step]));
  const undone = item.revert ? await undoDocuments(blobs).outcomes(item) : [];
  const undos = new Map(undone.map(({ id, outcome, reason }) => [id, { outcome, reason }]));
  const made = (await madeBy(item, blobs)).toSorted((a, b) => a.number - b.number);
  return made.flatMap(({ number, id }) => {
    const step = steps.get(number);
    const undo = undos.get(id);
    return step ? [{ ...madeOf(step, id), ...(undo && { undo }) }] : [];
  });
}

function madeOf(step: PlanStep, id: string): MadeChange {
  const { number, kind, before, action } = step;
  const about = { number, kind, id };
  const after = afterStep(step);
  const { changes } = changesOf(before ?? undefined, after);
  // A row that was erased has no step any more.
  if (action === 'unchanged' || changes === undefined) return { ...about, erased: true };
  const userType = after.fields['userType'];
  return {
    ...about,
    version: (before?.version ?? 0) + 1,
    action,
    changes,
    ...(userType !== undefined && { userType }),
  };
}
