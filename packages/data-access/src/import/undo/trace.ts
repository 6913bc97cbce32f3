import type { StoredRecord } from '../../store/record.ts';
import type { PlanStep } from '../plan.ts';
import type { Touched } from './touched.ts';
import { originOf, stepNumber, type Origin } from './writers.ts';

/**
 * What a record was before an import touched it. `created`: there was none. `mixed`: others wrote it between two steps
 * of the import. `foreign`: others wrote it since. `lost`: what it was is not kept any more.
 */
export type Traced =
  | { readonly kind: 'created' }
  | { readonly kind: 'changed'; readonly before: StoredRecord }
  | { readonly kind: 'mixed' | 'foreign' | 'lost' };

/** Goes back from what is stored, write by write of the import, to the one that somebody else made. */
export function traceBack(record: StoredRecord, touched: Touched, importId: string): Traced {
  let origin = originOf(record);
  let number = stepNumber(origin, importId);
  if (number === undefined) return { kind: 'foreign' };
  const walked = new Set<number>();
  for (;;) {
    walked.add(number);
    const isWhole = touched.made.every((made) => walked.has(made));
    if (origin.version === 1) return isWhole ? { kind: 'created' } : { kind: 'mixed' };
    const before = imageOf(touched.steps, number, origin);
    if (!before) return { kind: 'lost' };
    origin = originOf(before);
    number = stepNumber(origin, importId);
    if (number !== undefined) continue;
    // It still names this import: an earlier step is hidden behind what others wrote.
    return isWhole && before.importId !== importId ? { kind: 'changed', before } : { kind: 'mixed' };
  }
}

/** A version of a record is the same wherever it was kept, so the first one found will do. */
function imageOf(steps: readonly PlanStep[], number: number, { version }: Origin): StoredRecord | undefined {
  const found = steps.find((step) => step.number === number && step.before?.version === version - 1);
  return found?.before ?? undefined;
}
