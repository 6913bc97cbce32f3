import { migrationOfKey } from '@sluice/migrations';
import { arrivalOf, type ArrivalMessage } from '../read/arrivals.ts';
import type { Clock, Queue } from '../ports.ts';

/** The files that define migrations, as the bucket has them. */
export interface DefinitionFiles {
  /** Keys of those that are there, and of those that were deleted after this time. */
  keysSince(time: Date): Promise<string[]>;
}

export interface AnnounceDefinitionsServices {
  readonly definitionFiles: DefinitionFiles;
  readonly dropBucket: string;
  /** Where notices of the files of migrations go. */
  readonly definitions: Queue<ArrivalMessage>;
  readonly now: Clock;
}

/** How far back a deletion is looked for: its notice is lost within minutes or not at all. */
const lookBackMs = 2 * 24 * 3_600_000;

/**
 * Every definition is told again, and every one that was deleted lately, so that a lost notice costs no schedule, and keeps none, for
 * longer than until the next sweep (invariant 8). Where the schedule is what the file says, nothing changes; whose file is wrong was told
 * by mail when it came, and is not told again.
 */
export async function announceDefinitions(services: AnnounceDefinitionsServices): Promise<number> {
  const { definitionFiles, dropBucket: bucket, definitions, now } = services;
  const since = new Date(now().getTime() - lookBackMs);
  const keys = (await definitionFiles.keysSince(since)).filter((key) => migrationOfKey(key) !== undefined);
  const notices = keys.map((key) =>
    arrivalOf({ bucket, key, versionId: 'null', bytes: 0, droppedBy: 'the sweep' }),
  );
  if (notices.length > 0) await definitions.send(notices);
  return notices.length;
}
