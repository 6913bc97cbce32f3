import type { Run } from '@sluice/ledger';
import type { Decision } from './next-step.ts';
import type { TrackRunServices } from './snapshot.ts';

/**
 * Before anything is written the content is claimed: of runs with the same bytes and settings one imports, and the others end as
 * its duplicates. One that was dropped to be imported again goes on all the same (invariant 7).
 */
export async function claimed(
  decision: Decision,
  run: Run,
  { ledger, now }: Pick<TrackRunServices, 'ledger' | 'now'>,
): Promise<Decision> {
  if (decision.kind !== 'import') return decision;
  const holder = await ledger.claim(run);
  if (holder === run.runId || run.again) return decision;
  const at = now().toISOString();
  return { kind: 'move', event: { type: 'duplicate', at, duplicateOf: holder } };
}
