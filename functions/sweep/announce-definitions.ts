import { migrationOfKey } from '@sluice/migrations';
import { arrivalOf, type ArrivalMessage } from '../shared/arrivals.ts';
import type { Queue } from '../shared/ports.ts';

export interface AnnounceDefinitionsServices {
  /** The keys right below a prefix of the drop bucket. */
  readonly listKeys: (prefix: string) => Promise<string[]>;
  readonly dropBucket: string;
  /** Where notices of the files of migrations go. */
  readonly definitions: Queue<ArrivalMessage>;
}

/**
 * Every definition is told again, so that a lost notice costs no schedule for longer than until the next sweep (invariant 8). Where the
 * schedule is what the file says, nothing changes; whose file is wrong was told by mail when it came, and is not told again.
 */
export async function announceDefinitions(services: AnnounceDefinitionsServices): Promise<number> {
  const { listKeys, dropBucket: bucket, definitions } = services;
  const keys = (await listKeys('migrations/')).filter((key) => migrationOfKey(key) !== undefined);
  const notices = keys.map((key) =>
    arrivalOf({ bucket, key, versionId: 'null', bytes: 0, droppedBy: 'the sweep' }),
  );
  if (notices.length > 0) await definitions.send(notices);
  return notices.length;
}
