import { isSettled, type Run, type Submission } from '@sluice/ledger';
import { measure, secondsBetween } from './metrics.ts';

/** Measures the time since the first attempt at the oldest open batch. A batch that was not tried yet only waits for its turn. */
export function measureOldest({ runId, status }: Run, submissions: readonly Submission[], now: Date): void {
  if (status !== 'checking' && status !== 'importing') return;
  const tried = submissions
    .filter(({ status }) => !isSettled(status))
    .flatMap(({ attempts }) => attempts[0] ?? []);
  const first = tried.map(({ sentAt }) => sentAt).toSorted()[0];
  const OldestBatchSeconds = secondsBetween(first, now.toISOString());
  measure({ OldestBatchSeconds }, { runId });
}
