import type { StoredRecord } from '../store/record.ts';
import type { PlanStep } from './plan.ts';

/** A position in the history: a version of a record, and the import that last wrote it. */
export type Standing = Pick<StoredRecord, 'version' | 'importId'>;

/** The previous import. `began`: there is none. `lost`: the plan is no longer stored. */
export type WalkedBack =
  | { readonly kind: 'before'; readonly before: StoredRecord; readonly action: Action }
  | { readonly kind: 'began'; readonly action: Action }
  | { readonly kind: 'lost' };
export type Action = Exclude<PlanStep['action'], 'unchanged'>;

/**
 * One step back: from a record that an import wrote to what the record was before that import, by the before-images that the import kept. An import may have
 * written a record several times, others in between: of what it found, the newest version that is older than the walk's position and that it had not written itself.
 * Pure. Every step back goes to a lower version, so that a walk ends.
 */
export function walkBack(standing: Standing, steps: readonly PlanStep[]): WalkedBack {
  const older = steps
    .filter(({ before }) => (before?.version ?? 0) < standing.version)
    .toSorted((a, b) => (b.before?.version ?? 0) - (a.before?.version ?? 0));
  for (const { action, before } of older) {
    if (action === 'unchanged' || before?.importId === standing.importId) continue;
    return before === null ? { kind: 'began', action } : { kind: 'before', before, action };
  }
  return { kind: 'lost' };
}
