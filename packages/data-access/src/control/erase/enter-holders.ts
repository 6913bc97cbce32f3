import { erasingMs } from '@sluice/erasure';
import { useIn } from '../../lookup-fields/use.ts';
import { entriesOf, keyText } from '../../records/lookup.ts';
import { shardsOf } from '../../store/ids.ts';
import type { LookupKey } from '../../store/store.ts';
import type { ControlServices } from '../control-operation.ts';

export interface Entering {
  readonly siteId: string;
  readonly services: Pick<ControlServices, 'store' | 'now'>;
  readonly keys: readonly LookupKey[];
}

/**
 * Enters the records that have one of the values in a field which is not used, so that their entries lead to them from then
 * on. Reads all records of these kinds, from where the last call stopped.
 * @param from `<kind>/<shard>/<id>`, or empty
 * @returns where this call stops; undefined at the end
 */
export async function enterHolders(
  from: string,
  { siteId, services: { store, now }, keys }: Entering,
): Promise<string | undefined> {
  const until = now().getTime() + erasingMs;
  const use = useIn(await store.lookupFields.get(siteId));
  const wanted = new Set(keys.filter((key) => use(key) !== 'used').map(keyText));
  const kinds = new Set(keys.filter((key) => wanted.has(keyText(key))).map(({ kind }) => kind));
  const shards = shardsOf(kinds);
  const [begun, at, after] = from.split('/');
  const first = shards.findIndex(({ kind, shard }) => kind === begun && String(shard) === at);
  for (const [place, shard] of shards.slice(Math.max(0, first)).entries()) {
    const rest = { ...shard, ...(place === 0 && first >= 0 && { after }) };
    for await (const page of store.records.shard(siteId, rest)) {
      const entries = entriesOf(page, (key) => wanted.has(keyText(key)));
      await store.lookups.add(siteId, entries);
      const last = page.at(-1);
      if (last && now().getTime() >= until) return `${shard.kind}/${shard.shard}/${last.id}`;
    }
  }
  return undefined;
}
