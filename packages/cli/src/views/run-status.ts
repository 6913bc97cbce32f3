import type { RunStatus } from '@sluice/ledger';
import type { Paint } from './columns.ts';
import type { RunSummaryJson } from './run-json.ts';

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

export const statusText = (run: Shown, paint: Paint): string => paintOf(run, paint)(statusWords(run));

export function paintOf(run: Shown, paint: Paint): (text: string) => string {
  if (hasPassedDryRun(run) || good.includes(run.status)) return paint.green;
  return bad.includes(run.status) ? paint.red : paint.yellow;
}

const good: readonly RunStatus[] = ['succeeded', 'undone'];
const bad: readonly RunStatus[] = ['failed', 'rejected'];
