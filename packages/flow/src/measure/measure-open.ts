import { asksPerson, isEnded, type Run } from '@sluice/ledger';
import { measure, secondsBetween } from './metrics.ts';

/** Measures how many runs are open, and for how long. Measures 0 if none is, so that an alarm ends with its cause. */
export function measureOpen(runs: readonly Run[], now: Date): void {
  const open = runs.filter(({ status }) => !isEnded(status));
  const asked = open.filter(({ status }) => asksPerson(status));
  const moving = open.filter(({ status }) => !asksPerson(status));
  measure({
    RunsOpen: open.length,
    RunsAwaitingPerson: asked.length,
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

function oldest(since: readonly string[], now: Date): number {
  return Math.max(0, ...since.map((time) => secondsBetween(time, now.toISOString()) ?? 0));
}
