import { countsOf, identityHolds } from '../submission/counts.ts';
import type { Run } from '../model/run.ts';
import type { Submission } from '../model/submission.ts';
import { isEnded } from '../model/status.ts';
import { nextRun } from './transitions.ts';
import type { RunEvent, RunEventOf } from './events.ts';

/**
 * The run after the event, and the event for the history. An event that ends the run, or asks a person, gets the counts, so that
 * a list of runs does not have to read their submissions. Only then `submissions` is called.
 */
export async function runAfter(
  run: Run,
  event: RunEvent,
  submissions: () => Promise<readonly Submission[]>,
): Promise<{ next: Run | undefined; event: RunEvent }> {
  const next = nextRun(run, event);
  if (!next || isEnded(run.status)) return { next, event };
  if (!isCounted(event)) return { next, event };
  const counts = countsOf(next, await submissions());
  // Impossible counts would make the item unreadable, so they are not stored. Views that count anew show them.
  if (!identityHolds(counts)) return { next, event };
  const withCounts = { ...event, counts };
  return { next: nextRun(run, withCounts), event: withCounts };
}

const counted = ['finished', 'rejected', 'cancelled', 'superseded', 'decisionNeeded'] as const;

const isCounted = (event: RunEvent): event is RunEventOf<(typeof counted)[number]> =>
  counted.some((type) => type === event.type);
