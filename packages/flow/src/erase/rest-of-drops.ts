import type { NamedRecord, ObjectVersion, VersionedObjects } from '@sluice/aws-kit/erasure';
import type { Ledger } from '@sluice/ledger';
import * as z from 'zod';
import type { Clock, Files } from '../ports.ts';
import { isFolderMarker } from '../read/arrivals.ts';
import { sourceOf } from '../read/drop-source.ts';
import { runOfDrop } from '../read/run-of-drop.ts';
import { watchOutside } from '../read/reading-guard.ts';
import { searchOf, textHolds } from './drop-holds.ts';
import { unlessUnread } from './search-file.ts';

/** What may hold the value and belongs to no run, and why it stays. */
const folders = {
  'inbox/': 'a drop without a run, which it gets within a quarter of an hour: erase again then',
  'profiles/': 'settings of a folder, which their keepers change',
  'migrations/': 'a file of migrations, which its keepers change',
} as const;
type Folder = keyof typeof folders;
const names = Object.keys(folders) as Folder[];

/** Where a search stopped. */
export const restSchema = z.strictObject({
  folder: z.enum(names),
  /** The last key that is done. */
  after: z.string().optional(),
});
export type Rest = z.infer<typeof restSchema>;
export const restBegins: Rest = { folder: 'inbox/' };

interface RestServices {
  readonly ledger: Pick<Ledger, 'run'>;
  readonly drops: Pick<Files, 'stream'>;
  readonly inbox: Pick<VersionedObjects, 'versions'>;
  readonly dropBucket: string;
  /** How long objects of a run may be kept. Older runs are not searched. */
  readonly keptDays: number;
  readonly now: Clock;
}

interface RestSearch {
  readonly record: NamedRecord;
  /** Milliseconds since 1970: after it nothing more begins. */
  readonly until: number;
  readonly services: RestServices;
}

/** Names what holds the value in the bucket of drops, in any version, and what cannot be searched. */
export async function leftInDrops(
  { folder, after }: Rest,
  search: RestSearch,
): Promise<{ readonly left: string[]; readonly next?: Rest }> {
  const { inbox, now } = search.services;
  const left = new Set<string>();
  let searched = 0;
  for (const name of names.slice(names.indexOf(folder))) {
    let last = name === folder ? after : undefined;
    for await (const version of inbox.versions(name, last)) {
      const { key } = version;
      if (key !== last && searched > 0 && now().getTime() >= search.until)
        return { left: [...left], next: { folder: name, ...(last !== undefined && { after: last }) } };
      for (const why of await reasonsOf(version, name, search)) left.add(`${key}: ${why}`);
      searched += 1;
      last = key;
    }
  }
  return { left: [...left] };
}

async function reasonsOf(
  version: ObjectVersion,
  folder: Folder,
  { record, services }: RestSearch,
): Promise<string[]> {
  const { drops, now } = services;
  const isDrop = folder === 'inbox/';
  if (isDrop && isFolderMarker(version)) return [];
  const run = isDrop ? await runOf(version, services) : 'none';
  if (run === 'searched') return [];
  const outside = watchOutside();
  const search = searchOf(sourceOf(version, outside.stream(drops)), now);
  const holds = await unlessUnread(() => textHolds(search, record), outside);
  return [
    ...(holds === true ? [run === 'old' ? ofOldRun : folders[folder]] : []),
    ...(holds === 'unread' ? ['the file cannot be searched'] : []),
    ...(record.isInName(version.key) ? ['its name, which the import history keeps'] : []),
  ];
}

const ofOldRun = 'a drop that is kept longer than what its run has: remove this version from the bucket';

/** Whether the run of a drop was searched, or is older than the runs that are. */
async function runOf(
  { key, versionId }: ObjectVersion,
  services: RestServices,
): Promise<'none' | 'searched' | 'old'> {
  const run = await runOfDrop({ bucket: services.dropBucket, key, versionId }, services.ledger);
  if (run === undefined) return 'none';
  const isOld = run !== 'unreadable' && run.startedAt < searchedSince(services);
  return isOld ? 'old' : 'searched';
}

/** When the oldest runs began that are searched. */
export const searchedSince = ({ keptDays, now }: Pick<RestServices, 'keptDays' | 'now'>): string =>
  new Date(now().getTime() - keptDays * 86_400_000).toISOString();
