import type { Run, Submission } from '@sluice/ledger';
import { laneOf } from '../track/lane.ts';
import type { World } from './world.ts';

/** Until an import whose answer was lost has surely ended. */
const quietMs = 15 * 60_000;

/** Which runs may be writing at this moment, by lane: those with a real attempt that may be alive, and an undo that has begun. */
export async function writers(world: World): Promise<Map<string, Set<string>>> {
  const byLane = new Map<string, Set<string>>();
  for (const run of (await world.ledger.runPage({ limit: 1000 })).runs) {
    const submissions = await world.ledger.submissions(run.runId);
    const isWriting = submissions.some((one) => isLive(one, world.now())) || isReverting(run, submissions);
    if (!isWriting) continue;
    const lane = laneOf(run);
    byLane.set(lane, (byLane.get(lane) ?? new Set()).add(run.runId));
  }
  return byLane;
}

/** Sent for real, and neither ended nor so long ago that it must have. */
function isLive({ phase, status, attempts }: Submission, now: Date): boolean {
  if (phase === 'dry') return false;
  if (status === 'sending' || status === 'accepted') return true;
  const isLost = status === 'unknown' || status === 'planned' || status === 'failed';
  const lost = attempts.filter(({ outcome }) => outcome === 'ambiguous');
  return isLost && lost.some(({ sentAt }) => now.getTime() - Date.parse(sentAt) < quietMs);
}

function isReverting({ status, laneSince }: Run, submissions: readonly Submission[]): boolean {
  const isBegun = laneSince !== undefined || submissions.some(({ reverts = [] }) => reverts.length > 0);
  return status === 'undoing' && isBegun;
}

/** @throws when two runs may be writing to one lane at once (invariant 9) */
export async function expectTurns(world: World): Promise<void> {
  for (const [lane, runs] of await writers(world))
    if (runs.size > 1) throw new Error(`Runs ${[...runs].join(' and ')} write to ${lane} at once`);
}
