import { refKey, type StoredRecord } from '../store/record.ts';
import type { Applying } from './applying.ts';
import type { PlanStep } from './plan.ts';

/** A record as it stands, and as imports that wrote it since found it: newest first. */
export type Trail = readonly Pick<StoredRecord, 'writer' | 'version' | 'importId'>[];

/**
 * The trail of each record, by its kind and id. A record names the import that last wrote it and no other, so what an
 * import left on it before is looked for in what those who came after it kept; only where somebody may have worked on
 * the chunk before, since these are whole plans.
 */
export async function trailsOf(
  records: readonly StoredRecord[],
  { importId, stepsOf }: Applying,
): Promise<ReadonlyMap<string, Trail>> {
  const plans = new Map<string, Promise<ReadonlyMap<string | null, readonly PlanStep[]>>>();
  const planOf = (other: string) => {
    const found = plans.get(other) ?? byId(stepsOf?.(other));
    plans.set(other, found);
    return found;
  };
  const trails = new Map<string, Trail>();
  for (const record of records) {
    const trail: StoredRecord[] = [record];
    const asked = new Set<string | null>([null, importId]);
    for (const { importId: other, id } of trail) {
      if (stepsOf === undefined || other === null || asked.has(other)) continue;
      asked.add(other);
      for (const { before } of (await planOf(other)).get(id) ?? []) if (before) trail.push(before);
    }
    trails.set(refKey(record), trail);
  }
  return trails;
}

const byId = async (steps: Promise<readonly PlanStep[]> | undefined) =>
  Map.groupBy((await steps) ?? [], ({ id }) => id);
