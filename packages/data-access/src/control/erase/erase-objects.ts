import { eraseBelow, linesIn, UnreadableObject, type VersionedObjects } from '@sluice/aws-kit/erasure';
import { requestIdOfKey } from '../../store/calls.ts';
import { recordErasedOfCall } from '../audit/erasures.ts';
import { removeEntries, type OfRecords } from './erase-deleted.ts';
import { judgeImportObject, judgeLarge, type KnownOfImport } from './judge-import.ts';

export interface Erasing extends KnownOfImport, OfRecords {
  readonly objects: VersionedObjects;
}

export interface Count {
  objects: number;
  readonly busy: string[];
  /** Objects that cannot be searched: they are damaged, or take too long. */
  readonly left: string[];
}

export function below(
  prefix: string,
  { after, ...erasing }: Erasing & { readonly after?: string | undefined },
) {
  const { objects, dryRun, entries } = erasing;
  return eraseBelow(prefix, {
    objects,
    dryRun,
    after,
    judge: async (key, text, version) => {
      const judged =
        text === undefined
          ? await judgeLarge(key, inTime(linesIn(objects.stream(version)), erasing), erasing)
          : judgeImportObject(key, text, erasing);
      // Before the object is, which is all that leads to them.
      const found = entries.splice(0);
      if (!dryRun) await removeEntries(found, erasing);
      if (key.startsWith('writes/')) await recordErasedOf(key, erasing);
      return judged;
    },
  });
}

/** An import has one event for all of its objects. */
async function recordErasedOf(
  key: string,
  { siteId, act, dryRun, hashes, services }: Erasing,
): Promise<void> {
  const rows = hashes.splice(0);
  if (!dryRun && rows.length > 0)
    await recordErasedOfCall(act, { siteId, requestId: requestIdOfKey(key), rows }, services);
}

/** How long one large object may be searched. An import reads its own three times, which with the rest of a call is less than there is. */
const searchMs = 6_000;

async function* inTime(
  lines: AsyncIterable<string>,
  { services: { now } }: Pick<Erasing, 'services'>,
): AsyncGenerator<string> {
  const until = now().getTime() + searchMs;
  for await (const line of lines) {
    if (now().getTime() >= until) throw new UnreadableObject('An object takes too long to search');
    yield line;
  }
}
