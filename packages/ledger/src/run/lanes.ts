import { awaitedLate } from './late-imports.ts';
import type { Run } from '../model/run.ts';
import { hasLanded, laneUseOf } from '../model/status.ts';
import { arrivedAt, folderOf, paddedSequencer } from './arrival.ts';

type Laned = Pick<
  Run,
  | 'runId'
  | 'bucket'
  | 'key'
  | 'migration'
  | 'status'
  | 'startedAt'
  | 'arrivedAt'
  | 'sequencer'
  | 'lane'
  | 'laneSince'
  | 'cancel'
  | 'undo'
  | 'quietUntil'
  | 'late'
  | 'blockedBy'
  | 'standsAside'
>;

/**
 * Whether the run that took its lane last still needs it at this time (ISO 8601), so that no other run may write there. A
 * cancelled run needs it until an unresolved import has surely ended. A run that has ended needs it while a late import goes on,
 * for a day at most.
 */
export function needsLane(
  run: Pick<Laned, 'status' | 'lane' | 'laneSince' | 'quietUntil' | 'late'>,
  at: string,
): boolean {
  if (run.lane === undefined) return false;
  if (isQuiet(run, at) || awaitedLate(run).length > 0) return true;
  const use = laneUseOf(run.status);
  return use === 'has' || (use === 'undoes' && run.laneSince !== undefined);
}

/** Whether an unresolved import of the run may still write. Not even the run's own undo begins before that is over. */
export function isQuiet({ quietUntil }: Pick<Run, 'quietUntil'>, at: string): boolean {
  return quietUntil !== undefined && at < quietUntil;
}

/** Whether the run was read and waits for its lane. A run that was asked to stop does not. */
export function waitsForLane(run: Pick<Laned, 'status' | 'lane' | 'laneSince' | 'cancel'>): boolean {
  if (run.lane === undefined) return false;
  const use = laneUseOf(run.status);
  return (use === 'waits' && run.cancel === undefined) || (use === 'undoes' && run.laneSince === undefined);
}

/** Where a run stands, and its place there. Each list is in order of arrival. */
export interface Stand {
  readonly list: string;
  readonly place: string;
}

/** Runs that are being read, by folder. */
export const readingIn = (folder: string): string => `reading#${folder}`;
/** Runs that wait for a lane. */
export const waitingIn = (lane: string): string => `lane#${lane}`;
/** Runs that wait until this one has ended, and block nobody meanwhile. */
export const asideOf = (runId: string): string => `aside#${runId}`;
/** Runs of one file that ask for approval, having been in their lane. */
export const askingFor = ({ bucket, key }: Pick<Run, 'bucket' | 'key'>): string => `asking#${bucket}/${key}`;

export function standOf(run: Laned): Stand | undefined {
  const place = placeOf(run);
  const folder = folderOf(run);
  if (run.lane !== undefined && waitsForLane(run)) {
    const isAside = run.standsAside === true && run.blockedBy !== undefined;
    return { list: isAside ? asideOf(run.blockedBy) : waitingIn(run.lane), place };
  }
  if (folder === undefined) return undefined;
  if (run.status === 'reading' && run.cancel === undefined) return { list: readingIn(folder), place };
  return run.status === 'awaiting_approval' ? { list: askingFor(run), place } : undefined;
}

/** A sort key has 1,024 bytes at most, and a key of S3 may have as many. */
const longestKey = 250;

/** Sorts runs as text in order of arrival, ties by key and version. An undo arrives when it is requested. */
export function placeOf(run: Pick<Laned, Placed>): string {
  const at = run.status === 'undoing' ? (run.undo?.at ?? run.startedAt) : arrivedAt(run);
  const key = run.key.slice(0, longestKey).toWellFormed();
  return [at, key, paddedSequencer(run.sequencer), run.runId].join('#');
}
type Placed = 'runId' | 'key' | 'status' | 'startedAt' | 'arrivedAt' | 'sequencer' | 'undo';

/** Whether this step landed the file of the run, so that no older version may follow it. */
export function lands(before: Run, after: Run): boolean {
  return after.migration === undefined && hasLanded(after) && !hasLanded(before);
}
