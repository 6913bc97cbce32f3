import type { RunStatus } from '@sluice/ledger';
import type { RunSummaryJson } from '@sluice/ledger/views';

type Shown = Pick<RunSummaryJson, 'status' | 'counts' | 'migration'>;

/** The status of a run in words. One of a dry run wrote nothing, whatever it found. */
export function statusWords(run: Shown): string {
  if (!isDryRun(run)) return run.status.replaceAll('_', ' ');
  return hasPassedDryRun(run) ? 'dry run passed' : 'dry run failed';
}

/** Whether it is the dry run of a migration that found nothing wrong. */
export const hasPassedDryRun = (run: Shown): boolean =>
  isDryRun(run) && run.counts.failed === 0 && run.counts.read > 0;

/** Whether it has ended as the dry run of a migration. */
export const isDryRun = ({ status, migration }: Shown): boolean =>
  migration?.dryRun === true && status === 'rejected';

/** How a status is coloured: as good, as bad, or as neither. */
export function toneOf(run: Shown): 'good' | 'bad' | 'open' {
  if (hasPassedDryRun(run) || good.includes(run.status)) return 'good';
  return bad.includes(run.status) ? 'bad' : 'open';
}

const good: readonly RunStatus[] = ['succeeded', 'undone'];
const bad: readonly RunStatus[] = ['failed', 'rejected'];
