import type { Run } from '@sluice/ledger';
import type { NextStep } from './next-step.ts';
import type { TrackRunServices } from './tracked-run.ts';

/**
 * Before anything is written the content is claimed: of runs with the same bytes and settings one imports, and the others end as
 * its duplicates. One that was dropped to be imported again goes on all the same (invariant 7).
 */
export async function withClaim(
  decision: NextStep,
  run: Run,
  { ledger, now }: Pick<TrackRunServices, 'ledger' | 'now'>,
): Promise<NextStep> {
  if (decision.kind !== 'import') return decision;
  const holder = await ledger.claim(run);
  if (holder === run.runId || run.again) return decision;
  const at = now().toISOString();
  return { kind: 'move', event: { type: 'duplicate', at, duplicateOf: holder } };
}
