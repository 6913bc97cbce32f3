import { log } from '@sluice/lambda-kit';
import { isEnded, type Ledger, type LostTime, type Run } from '@sluice/ledger';
import type { Clock } from '../ports.ts';

interface RestoreServices {
  readonly ledger: Pick<Ledger, 'moveRun'>;
  readonly lost?: LostTime | undefined;
  readonly now: Clock;
}

/**
 * Records in the history of an open run that it may have gone on in the time that a restored ledger lost.
 * @param since when there was something to import: such a run may be new to the ledger
 */
export async function markRestored(
  run: Run,
  since: string,
  { ledger, lost, now }: RestoreServices,
): Promise<Run> {
  if (lost === undefined || run.restored?.until === lost.until || isEnded(run.status)) return run;
  if (Date.parse(since) >= Date.parse(lost.until)) return run;
  const { runId } = run;
  const { moved, now: marked } = await ledger.moveRun(runId, {
    type: 'ledgerRestored',
    at: now().toISOString(),
    ...lost,
  });
  if (moved) log.info('run_of_lost_time', { runId, status: run.status });
  return marked;
}

/** Why a person must approve the run, if the ledger was restored. */
export function restoredReason({ restored }: Pick<Run, 'restored'>): string | undefined {
  if (restored === undefined) return undefined;
  return `The ledger was restored from a backup: from ${restored.from} to ${restored.until} it has nothing. In that time this file may have been imported, cancelled or undone.`;
}
