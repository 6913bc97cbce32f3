import * as z from 'zod';
import { compare } from '../model/order.ts';
import { arrivalSchema, longestSequencer } from '../model/lane.ts';

/** A version that landed, and its place among others. */
export const landedSchema = arrivalSchema.extend({
  runId: z.string(),
  key: z.string(),
  versionId: z.string(),
  startedAt: z.string(),
});
export type Landed = Readonly<z.infer<typeof landedSchema>>;

/** By the time of S3. Only what S3 had no part in, such as a step of a migration, has the time at which its run began. */
export const arrivedAt = ({ arrivedAt, startedAt }: Pick<Landed, 'arrivedAt' | 'startedAt'>): string =>
  arrivedAt ?? startedAt;

/** Orders the files of a folder: those that landed first come first. */
export function byArrival(one: Landed, other: Landed): number {
  return compare(arrivedAt(one), arrivedAt(other)) || compare(one.key, other.key);
}

/** Orders the versions of one key, oldest first. `newestFirst` are the versions that S3 still lists. */
export function byVersion(one: Landed, other: Landed, newestFirst: readonly string[] = []): number {
  if (one.versionId === other.versionId) return 0;
  if (one.sequencer !== undefined && other.sequencer !== undefined)
    return compare(paddedSequencer(one.sequencer), paddedSequencer(other.sequencer));
  const [mine, theirs] = [newestFirst.indexOf(one.versionId), newestFirst.indexOf(other.versionId)];
  // What S3 does not list any more is older: versions expire in the order in which they came.
  if (mine !== theirs) return mine < 0 || (theirs >= 0 && mine > theirs) ? -1 : 1;
  return compare(arrivedAt(one), arrivedAt(other));
}

/** Whether only the list of S3 tells which of two versions is newer. */
export const needsListing = (one: Landed, other: Landed): boolean =>
  one.versionId !== other.versionId && (one.sequencer === undefined || other.sequencer === undefined);

/** Sorts sequencers of one key as text. */
export const paddedSequencer = (sequencer = ''): string =>
  sequencer.toLowerCase().padStart(longestSequencer, '0');

/** The folder of a drop. What a migration sends has none: its steps have an order of their own. */
export function folderOf({
  bucket,
  key,
  migration,
}: {
  readonly bucket: string;
  readonly key: string;
  readonly migration?: object | undefined;
}): string | undefined {
  return migration === undefined ? `${bucket}/${key.slice(0, key.lastIndexOf('/') + 1)}` : undefined;
}
