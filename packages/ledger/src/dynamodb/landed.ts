import { type Landed, landedSchema } from '../run/arrival.ts';
import { lands } from '../run/lanes.ts';
import { type LandedIn, landsIn } from '../lane/turn.ts';
import type { Run } from '../model/run.ts';
import { putInstead, putNew, readItem } from './items.ts';
import { landedKey } from './keys.ts';
import { type TableAccess, type WriteAction, getItem } from './table-access.ts';

export async function readLanded(access: TableAccess, place: LandedIn): Promise<Landed | undefined> {
  const item = await getItem(access, landedKey(place));
  return item && readItem(landedSchema, item);
}

/** What the end of a run records, so that no older version of its file follows: written with the end, and kept for good. */
export async function putLanded(access: TableAccess, before: Run, after: Run): Promise<WriteAction[]> {
  if (!lands(before, after)) return [];
  const known = new Map<LandedIn['kind'], Landed | undefined>();
  const places = await landsIn(after, {
    landed: async (place) => {
      known.set(place.kind, await readLanded(access, place));
      return known.get(place.kind);
    },
  });
  return places.map((place) => {
    const item = { ...landedKey(place), ...landedSchema.parse(after) };
    const last = known.get(place.kind);
    return last === undefined
      ? putNew(access.table, item)
      : putInstead(access.table, item, ['runId', last.runId]);
  });
}
