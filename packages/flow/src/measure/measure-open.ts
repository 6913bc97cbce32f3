import { isEnded, type Run, type RunStatus } from '@sluice/ledger';
import { measure, secondsBetween } from './metrics.ts';

/** Nothing happens in these until a person says something. */
const waiting: readonly RunStatus[] = ['needs_decision', 'awaiting_approval'];

/** Measures what is open, and for how long, among the runs that a sweep looks at; 0 where nothing is, so that an alarm ends with its cause. */
export function measureOpen(runs: readonly Run[], now: Date): void {
  const open = runs.filter(({ status }) => !isEnded(status));
  const asked = open.filter(({ status }) => waiting.includes(status));
  const moving = open.filter(({ status }) => !waiting.includes(status));
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
