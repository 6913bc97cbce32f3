import { erasingMs } from '@sluice/aws-kit/erasure';
import { enterShard } from '../../lookup-fields/enter-shard.ts';
import { useIn } from '../../records/use.ts';
import { keyText } from '../../records/lookup.ts';
import { shardsOf } from '../../store/ids.ts';
import type { LookupKey } from '../../store/store.ts';
import type { ControlServices } from '../operation/control-operation.ts';

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
    const isWanted = (key: LookupKey) => wanted.has(keyText(key));
    for await (const last of enterShard(store, { siteId, shard: rest, isWanted }))
      if (now().getTime() >= until) return `${shard.kind}/${shard.shard}/${last}`;
  }
  return undefined;
}
