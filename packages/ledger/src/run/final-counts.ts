import { countsOf, identityHolds } from './counts.ts';
import type { Run } from './schemas.ts';
import type { Submission } from '../submission/schemas.ts';
import { isEnded } from './status.ts';
import { nextRun } from './transitions.ts';
import type { RunEvent } from './events.ts';

/**
 * The run after the event, and the event as it goes into the history: one that ends the run, or asks a person, carries the counts, so that a list
 * of runs need not read their submissions. `submissions` are read only then.
 */
export async function runAfter(
  run: Run,
  event: RunEvent,
  submissions: () => Promise<readonly Submission[]>,
): Promise<{ next: Run | undefined; event: RunEvent }> {
  const next = nextRun(run, event);
  const { type } = event;
  if (!next || isEnded(run.status)) return { next, event };
  if (type !== 'finished' && type !== 'rejected' && type !== 'cancelled' && type !== 'decisionNeeded')
    return { next, event };
  const counts = countsOf(next, await submissions());
  // Numbers that cannot be are not kept: they would make the item unreadable, and whoever counts anew sees them.
  if (!identityHolds(counts)) return { next, event };
  const counted = { ...event, counts };
  return { next: nextRun(run, counted), event: counted };
}
