import { log } from '@sluice/lambda-kit';
import { unheardImports, type Ledger, type Run, type Submission } from '@sluice/ledger';
import type { Clock } from '../ports.ts';

export interface HearOfLateServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly now: Clock;
}

/**
 * Tells a run that has ended of importIds that came after that: it is open again until their ends are known, and a person was told
 * (invariant 4). The sweep finds it so, and starts its tracker.
 */
export async function hearOfLate(
  run: Run,
  submissions: readonly Submission[],
  { ledger, now }: HearOfLateServices,
): Promise<void> {
  const { runId } = run;
  for (const { batch, importId } of unheardImports(run, submissions)) {
    const at = now().toISOString();
    const { moved } = await ledger.moveRun(runId, { type: 'heardLate', at, batch, importId });
    if (moved) log.info('import_heard_late', { runId, batch, importId });
  }
}
