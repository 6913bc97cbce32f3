import type { StoredRecord } from '../store/record.ts';
import type { PlanStep } from './plan.ts';

/** A position in the history: a version of a record, and the import that last wrote it. */
export type HistoryPosition = Pick<StoredRecord, 'version' | 'importId'>;

/** The previous import. `began`: there is none. `lost`: the plan is no longer stored. */
export type WalkedBack =
  | { readonly kind: 'before'; readonly before: StoredRecord; readonly action: Action }
  | { readonly kind: 'began'; readonly action: Action }
  | { readonly kind: 'lost' };
export type Action = Exclude<PlanStep['action'], 'unchanged'>;

/**
 * One step back in the history: the record before an import, from the before-images of that import. An import may write
 * a record several times, with others in between. So this takes its newest before-image that is older than the position
 * and not its own write. Pure. Versions only decrease, so a walk ends.
 */
export function walkBack(position: HistoryPosition, steps: readonly PlanStep[]): WalkedBack {
  const older = steps
    .filter(({ before }) => (before?.version ?? 0) < position.version)
    .toSorted((a, b) => (b.before?.version ?? 0) - (a.before?.version ?? 0));
  for (const { action, before } of older) {
    if (action === 'unchanged' || before?.importId === position.importId) continue;
    return before === null ? { kind: 'began', action } : { kind: 'before', before, action };
  }
  return { kind: 'lost' };
}
