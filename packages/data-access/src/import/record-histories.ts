import { refKey, type StoredRecord } from '../store/record.ts';
import type { Applying } from './applying.ts';
import type { PlanStep } from './plan.ts';

/** The current version of a record, and those that later imports found: newest first. */
export type RecordHistory = readonly Pick<StoredRecord, 'writer' | 'version' | 'importId'>[];

/**
 * The history of each record, by its kind and id. A record names only the import that last wrote it; what earlier imports
 * left is in the plans of those that came after. Whole plans are read only where an earlier worker may have applied the chunk.
 */
export async function recordHistories(
  records: readonly StoredRecord[],
  { importId, stepsOf }: Applying,
): Promise<ReadonlyMap<string, RecordHistory>> {
  const plans = new Map<string, Promise<ReadonlyMap<string | null, readonly PlanStep[]>>>();
  const planOf = (other: string) => {
    const found = plans.get(other) ?? byId(stepsOf?.(other));
    plans.set(other, found);
    return found;
  };
  const histories = new Map<string, RecordHistory>();
  for (const record of records) {
    const history: StoredRecord[] = [record];
    const asked = new Set<string | null>([null, importId]);
    for (const { importId: other, id } of history) {
      if (stepsOf === undefined || other === null || asked.has(other)) continue;
      asked.add(other);
      for (const { before } of (await planOf(other)).get(id) ?? []) if (before) history.push(before);
    }
    histories.set(refKey(record), history);
  }
  return histories;
}

const byId = async (steps: Promise<readonly PlanStep[]> | undefined) =>
  Map.groupBy((await steps) ?? [], ({ id }) => id);
