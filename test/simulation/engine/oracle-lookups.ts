import {
  findEver,
  keysOf,
  keyText,
  refKey,
  useIn,
  type Store,
  type StoredRecord,
} from '@sluice/data-access/testing/world';
import type { ServiceWorld } from './service.ts';

interface Chain {
  readonly siteId: string;
  /** What the record has been as far as anything tells, the last one as it is. */
  readonly versions: readonly StoredRecord[];
}

function chainsOf({ log }: Pick<ServiceWorld, 'log'>): Chain[] {
  const chains = new Map<string, { siteId: string; versions: StoredRecord[] }>();
  for (const one of log) {
    if (one.kind === 'erase') for (const chain of chains.values()) forget(chain, one);
    if (one.kind !== 'record') continue;
    const name = `${one.siteId} ${refKey(one.record)}`;
    const chain = chains.get(name) ?? { siteId: one.siteId, versions: [] };
    chain.versions.push(one.record);
    chains.set(name, chain);
  }
  return [...chains.values()];
}

/** An erase takes what a live record was before out of all that is kept, so that a later one cannot know of it. */
function forget(
  chain: { readonly siteId: string; versions: StoredRecord[] },
  { siteId, email }: { readonly siteId: string; readonly email: string },
): void {
  const isTheirs = chain.siteId === siteId && chain.versions.some(({ fields }) => fields['email'] === email);
  if (isTheirs && chain.versions.at(-1)?.deleted === false) chain.versions = chain.versions.slice(-1);
}

/** Each value that a record has or had leads to it. Nothing that somebody had whose record is erased leads there. */
export async function breachesOfLookups(world: Pick<ServiceWorld, 'log' | 'store'>): Promise<string[]> {
  const found: string[] = [];
  for (const chain of chainsOf(world)) found.push(...(await breachesOf(chain, world.store)));
  return found;
}

async function breachesOf({ siteId, versions }: Chain, store: Store): Promise<string[]> {
  const record = versions.at(-1);
  if (record === undefined) return [];
  const { kind, id, deleted, fields } = record;
  const keys = versions.flatMap((one) => keysOf(kind, one.fields));
  const entries = await store.lookups.find(siteId, keys);
  const isEntered = keys.map((_, at) => entries[at]?.includes(id) === true);
  if (deleted && Object.keys(fields).length === 0)
    return keys
      .filter((_, at) => isEntered[at])
      .map((key) => `an entry of ${key.field} ${key.value} leads to the erased ${kind} ${id}`);
  const use = useIn(await store.lookupFields.get(siteId));
  const has = new Set(keysOf(kind, fields).map(keyText));
  const ever = await findEver(keys, { store, siteId, now: () => new Date(0), until: Infinity });
  return keys
    .filter((key, at) => {
      const needsEntry = use(key) === 'used' || !has.has(keyText(key));
      return ever[at]?.includes(id) !== true || (needsEntry && isEntered[at] !== true);
    })
    .map((key) => `invariant 17: no entry of ${key.field} ${key.value} leads to ${kind} ${id}`);
}
