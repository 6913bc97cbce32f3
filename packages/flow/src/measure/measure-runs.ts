import { asksPerson, isEnded, type Run, isSettled, type Submission } from '@sluice/ledger';
import { measure, secondsBetween } from './metrics.ts';

/** Measures how many runs are open, and for how long; nothing if none is, because a metric costs by the hour in which it has values. */
export function measureOpen(runs: readonly Run[], now: Date): void {
  const open = runs.filter(({ status }) => !isEnded(status));
  const asked = open.filter(({ status }) => asksPerson(status));
  const moving = open.filter(({ status }) => !asksPerson(status));
  measure({
    RunsOpen: open.length || undefined,
    RunsAwaitingPerson: asked.length || undefined,
    OldestRunSeconds: oldest(
      moving.map(({ startedAt }) => startedAt),
      now,
    ),
    OldestQuestionSeconds: oldest(
      asked.map(({ questionAt, startedAt }) => questionAt ?? startedAt),
      now,
    ),
  });
}

function oldest(since: readonly string[], now: Date): number | undefined {
  if (since.length === 0) return undefined;
  return Math.max(...since.map((time) => secondsBetween(time, now.toISOString()) ?? 0));
}

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
