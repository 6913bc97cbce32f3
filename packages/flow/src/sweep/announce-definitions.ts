import { migrationOfKey } from '@sluice/ledger/migrations';
import { arrivalOf, type ArrivalMessage } from '../read/arrivals.ts';
import type { Clock, Queue } from '../ports.ts';

/** The files in the bucket that define migrations. */
export interface DefinitionFiles {
  /** The keys of the current files, and of those that were deleted after this time. */
  keysSince(time: Date): Promise<string[]>;
}

export interface AnnounceDefinitionsServices {
  readonly definitionFiles: DefinitionFiles;
  readonly dropBucket: string;
  /** The queue of events about definitions. */
  readonly definitions: Queue<ArrivalMessage>;
  readonly now: Clock;
}

/** Deletions of this time are announced again. Events that are late at all are late by minutes. */
const lookBackMs = 2 * 24 * 3_600_000;

/**
 * Announces every definition again, and every one that was deleted lately, so that the next sweep makes up for a lost event
 * (invariant 8). A correct schedule does not change, and the author of a wrong file is not notified again.
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
