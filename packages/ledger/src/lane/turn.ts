import { hasLanded, isEnded } from '../model/status.ts';
import type { Run } from '../model/run.ts';
import { byArrival, byVersion, folderOf, needsListing, type Landed } from '../run/arrival.ts';
import { askingFor, needsLane, placeOf, readingIn, waitingIn, waitsForLane } from '../run/lanes.ts';

/** Others of its folder wait so long for a run that is being read, after its last progress. */
export const readingMs = 15 * 60_000;

/** What decides whose turn it is. Runs are read strongly; lists of them may lag behind. */
export interface LaneReads {
  run(runId: string): Promise<Run | undefined>;
  /** The run that took the lane last. */
  takenBy(lane: string): Promise<Run | undefined>;
  /** The runs that stand in a list, in order; with `before`, those ahead of that place. */
  standing(list: string, before?: string): AsyncIterable<Run>;
  /** The newest version of a file, and the latest file of a folder, that has landed. */
  landed(place: LandedIn): Promise<Landed | undefined>;
  /** When the reading of the run came further last. */
  readUntil(run: Run): Promise<string>;
}

export interface LandedIn {
  readonly kind: 'file' | 'folder';
  readonly name: string;
}
export const fileOf = ({ bucket, key }: Pick<Run, 'bucket' | 'key'>): LandedIn => ({
  kind: 'file',
  name: `${bucket}/${key}`,
});

export type Turn =
  /** `until` when the other is not waited for any longer, if that is known. */
  | {
      readonly kind: 'blocked';
      readonly blockedBy: string;
      readonly standsAside?: true;
      readonly until?: string;
    }
  /** A newer version of the file has landed. */
  | { readonly kind: 'superseded'; readonly by: string }
  | { readonly kind: 'mayTake'; readonly passed?: readonly string[]; readonly overtakenBy?: string };

export interface Asked {
  /** ISO 8601 */
  readonly at: string;
  /** The versions of the file that S3 lists. Only called where that decides. */
  readonly newestFirst: () => Promise<readonly string[]>;
}

/**
 * Whether a run that waits for its lane may take it. What has landed is looked at last: whatever lands afterwards must have taken
 * the lane, and then this run no longer can.
 */
export async function turnOf(run: Run, asked: Asked, reads: LaneReads): Promise<Turn> {
  const { lane = '' } = run;
  const holder = await reads.takenBy(lane);
  if (holder !== undefined && holder.runId !== run.runId && needsLane(holder, asked.at))
    return { kind: 'blocked', blockedBy: holder.runId };
  const slow = await readAhead(run, asked.at, reads);
  if (slow.blockedBy !== undefined) return { kind: 'blocked', ...slow, blockedBy: slow.blockedBy };
  for await (const { run: other, blockedBy } of waitingAhead(run, asked.at, reads))
    if (blockedBy === undefined) return { kind: 'blocked', blockedBy: other.runId };
  // An undo has its own order.
  if (run.status === 'undoing' || run.migration !== undefined) return { kind: 'mayTake' };
  const newer = await newerUnderWay(run, asked, reads);
  if (newer !== undefined) return { kind: 'blocked', blockedBy: newer, standsAside: true };
  return afterLanded(run, { asked, passed: slow.passed }, reads);
}

/**
 * Who should ask for the lane once nobody needs it: the first run that could take it, and ahead of it those that have to wait for
 * one that is being read, and were told of another. They ask to learn until when.
 */
export async function nextInLane(lane: string, at: string, reads: LaneReads): Promise<Run[]> {
  const holder = await reads.takenBy(lane);
  if (holder !== undefined && needsLane(holder, at)) return [];
  const learn: Run[] = [];
  for await (const { run, blockedBy } of waitingAhead({ lane }, at, reads)) {
    if (blockedBy === undefined) return [...learn, run];
    if (run.blockedBy !== undefined && run.blockedBy !== blockedBy) learn.push(run);
  }
  return learn;
}

interface Ahead {
  readonly run: Run;
  /** What of its folder is being read, so that it cannot take the lane. */
  readonly blockedBy?: string | undefined;
}

/** Those that wait for the lane, ahead of this run. Of a folder that waits for a run that is being read, only the first. */
async function* waitingAhead(
  run: Run | { readonly lane: string },
  at: string,
  reads: LaneReads,
): AsyncGenerator<Ahead> {
  const before = 'runId' in run ? placeOf(run) : undefined;
  const waiting = new Set<string>();
  for await (const other of reads.standing(waitingIn(run.lane ?? ''), before)) {
    const folder = other.status === 'undoing' ? undefined : folderOf(other);
    if (folder !== undefined && waiting.has(folder)) continue;
    const { blockedBy } = await readAhead(other, at, reads);
    if (folder !== undefined && blockedBy !== undefined) waiting.add(folder);
    yield { run: other, blockedBy };
  }
}

interface ReadAhead {
  readonly blockedBy?: string;
  readonly until?: string;
  readonly passed: readonly string[];
}

/** What of its folder arrived before it and is still being read. */
async function readAhead(run: Run, at: string, reads: LaneReads): Promise<ReadAhead> {
  const folder = run.status === 'undoing' ? undefined : folderOf(run);
  const passed: string[] = [];
  if (folder === undefined) return { passed };
  for await (const other of reads.standing(readingIn(folder), placeOf(run))) {
    const until = new Date(Date.parse(await reads.readUntil(other)) + readingMs).toISOString();
    if (at < until) return { blockedBy: other.runId, until, passed };
    passed.push(other.runId);
  }
  return { passed };
}

/** A newer version of the file that has been in the lane, and now waits for a person. */
async function newerUnderWay(run: Run, asked: Asked, reads: LaneReads): Promise<string | undefined> {
  for await (const other of reads.standing(askingFor(run)))
    if (other.runId !== run.runId && (await isNewer(other, run, asked))) return other.runId;
  return undefined;
}

async function isNewer(one: Landed, other: Landed, { newestFirst }: Asked): Promise<boolean> {
  const listed = needsListing(one, other) ? await newestFirst() : [];
  return byVersion(one, other, listed) > 0;
}

async function afterLanded(
  run: Run,
  { asked, passed }: { readonly asked: Asked; readonly passed: readonly string[] },
  reads: LaneReads,
): Promise<Turn> {
  const newest = await reads.landed(fileOf(run));
  if (newest !== undefined && (await isNewer(newest, run, asked)))
    return { kind: 'superseded', by: newest.runId };
  const folder = folderOf(run);
  const latest = folder === undefined ? undefined : await reads.landed({ kind: 'folder', name: folder });
  const isOvertaken = latest !== undefined && latest.key !== run.key && byArrival(latest, run) > 0;
  return {
    kind: 'mayTake',
    ...(passed.length > 0 && { passed }),
    ...(isOvertaken && { overtakenBy: latest.runId }),
  };
}

/** Whether what a run waits for is over, so that it may ask for its lane again. */
export async function mayAskAgain(run: Run, at: string, reads: LaneReads): Promise<boolean> {
  if (!waitsForLane(run) || run.blockedBy === undefined || run.lane === undefined) return true;
  if (run.standsAside !== true)
    return (await nextInLane(run.lane, at, reads)).some(({ runId }) => runId === run.runId);
  const other = await reads.run(run.blockedBy);
  return other === undefined || isEnded(other.status);
}

/** The places in which the run is now the newest that landed. */
export async function landsIn(run: Run, reads: Pick<LaneReads, 'landed'>): Promise<LandedIn[]> {
  const folder = folderOf(run);
  if (folder === undefined || !hasLanded(run)) return [];
  const places: LandedIn[] = [];
  const file = await reads.landed(fileOf(run));
  // In doubt it is the newer one: it was, when it took its lane.
  if (file === undefined || byVersion(file, run) <= 0) places.push(fileOf(run));
  const latest = await reads.landed({ kind: 'folder', name: folder });
  if (latest === undefined || byArrival(latest, run) <= 0) places.push({ kind: 'folder', name: folder });
  return places;
}
