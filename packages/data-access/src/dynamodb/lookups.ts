import {
  getItem,
  getItems,
  partitionItems,
  runStatements,
  updateWhere,
  type Item,
  type Statement,
  type TableAccess,
} from '@sluice/aws-kit/dynamodb';
import { inParallel } from '@sluice/aws-kit/parallel';
import { keyText } from '../records/lookup.ts';
import { distinct } from '../store/lists.ts';
import type { LookupEntry, LookupKey, LookupStore } from '../store/store.ts';
import { claimKey, entryKey } from './keys.ts';

const queriesAtOnce = 8;

/*
 * One item claims a value for one id. A shared value also has an entry per id, and its claim has `more`.
 */
export function createDynamoLookups(access: TableAccess): LookupStore {
  return {
    find: async (siteId, keys) => {
      const items = await claimsOf(access, siteId, keys);
      const found = items.map((item) => (item ? [String(item['id'])] : []));
      const shared = items.flatMap((item, at) =>
        item?.['more'] === true ? [{ at, pk: String(item['pk']) }] : [],
      );
      await inParallel(shared, queriesAtOnce, async ({ at, pk }) => {
        found[at] = await idsUnder(access, pk);
      });
      return found;
    },
    claim: async (siteId, entries) => {
      const holders = await claimOnce(access, siteId, entries);
      return entries.map(({ key, id }) => holders.get(keyText(key))?.id ?? id);
    },
    reclaim: async (siteId, entry, from) => {
      // The old holder stays findable: it may be about to take the value back.
      await runStatements(access, [entryInsert(siteId, { key: entry.key, id: from })]);
      return moveClaim(access, siteId, { entry, from });
    },
    add: (siteId, entries) => addEntries(access, siteId, entries),
    remove: async (siteId, entries) => {
      for (const entry of entries) await removeEntry(access, siteId, entry);
    },
  };
}

async function addEntries(
  access: TableAccess,
  siteId: string,
  entries: readonly LookupEntry[],
): Promise<void> {
  const holders = await claimOnce(access, siteId, entries);
  const holderOf = ({ key }: LookupEntry) => holders.get(keyText(key));
  const beside = distinct(
    entries.filter((entry) => holderOf(entry)?.id !== entry.id),
    ({ key, id }) => `${id} ${keyText(key)}`,
  );
  const shared = distinct(beside, ({ key }) => keyText(key));
  const marked = shared.filter((entry) => holderOf(entry)?.isShared === true);
  const unmarked = shared.filter((entry) => holderOf(entry)?.isShared === false);
  const inserts = beside.map((entry) => entryInsert(siteId, entry));
  const marks = unmarked.map((entry) => markShared(siteId, entry));
  await runStatements(access, inserts);
  const marksLeft = await runStatements(access, marks);
  const markedKeys = marked.map(({ key }) => key);
  const claimsLeft = await claimsOf(access, siteId, markedKeys);
  // An erase may have removed a claim meanwhile.
  const gone = [
    ...unmarked.filter((_, at) => marksLeft[at] === false),
    ...marked.filter((_, at) => claimsLeft[at] === undefined),
  ];
  const lost = new Set(gone.map(({ key }) => keyText(key)));
  const again = beside.filter(({ key }) => lost.has(keyText(key)));
  if (again.length > 0) await addEntries(access, siteId, again);
}

/** Of a shared value the claim goes to another id first: without a claim, nobody looks for the others. */
async function removeEntry(access: TableAccess, siteId: string, { key, id }: LookupEntry): Promise<void> {
  const claim = claimKey(siteId, key);
  const others = async () => (await idsUnder(access, claim.pk)).filter((one) => one !== id);
  const [heir] = await others();
  if (heir !== undefined) await moveClaim(access, siteId, { entry: { key, id: heir }, from: id });
  const items = [claim, entryKey(siteId, key, id)];
  await runStatements(
    access,
    items.map((item) => ({ write: 'delete', key: item, where: { id } })),
  );
  // Who has added an id meanwhile may have counted on the claim.
  const left = await others();
  const entries = left.map((one) => ({ key, id: one }));
  if (entries.length > 0) await addEntries(access, siteId, entries);
}

interface Holder {
  readonly id: string;
  /** Whether other ids are kept beside the one that claims. */
  readonly isShared: boolean;
}

function claimsOf(
  access: TableAccess,
  siteId: string,
  keys: readonly LookupKey[],
): Promise<(Item | undefined)[]> {
  const itemKeys = keys.map((key) => claimKey(siteId, key));
  return getItems(access, itemKeys);
}

/** Claims each value once, for its first entry: a request must not write an item twice. @returns holders by `keyText` */
async function claimOnce(
  access: TableAccess,
  siteId: string,
  entries: readonly LookupEntry[],
): Promise<Map<string, Holder>> {
  const first = distinct(entries, ({ key }) => keyText(key));
  const inserts = first.map((entry) => claimInsert(siteId, entry));
  const taken = await runStatements(access, inserts);
  const lost = first.filter((_, at) => !taken[at]);
  const lostKeys = lost.map(({ key }) => key);
  const items = await claimsOf(access, siteId, lostKeys);
  const holders = new Map(first.map(({ key, id }) => [keyText(key), { id, isShared: false }]));
  for (const [at, { key, id }] of lost.entries()) {
    const isShared = items[at]?.['more'] === true;
    holders.set(keyText(key), { id: String(items[at]?.['id'] ?? id), isShared });
  }
  // An erase removed the claim before it was read.
  const again = lost.filter((_, at) => items[at] === undefined);
  return again.length === 0 ? holders : new Map([...holders, ...(await claimOnce(access, siteId, again))]);
}

async function idsUnder(access: TableAccess, partition: string): Promise<string[]> {
  const items = await partitionItems(access, partition);
  return [...new Set(items.map(({ id }) => String(id)))];
}

const claimInsert = (siteId: string, { key, id }: LookupEntry): Statement => ({
  write: 'insert',
  item: { ...claimKey(siteId, key), id },
});

const entryInsert = (siteId: string, { key, id }: LookupEntry): Statement => ({
  write: 'insert',
  item: { ...entryKey(siteId, key, id), id },
});

const markShared = (siteId: string, { key }: LookupEntry): Statement => ({
  write: 'update',
  key: claimKey(siteId, key),
  set: { more: true },
  where: {},
});

async function moveClaim(
  access: TableAccess,
  siteId: string,
  { entry, from }: { entry: LookupEntry; from: string },
): Promise<string> {
  const key = claimKey(siteId, entry.key);
  const isMoved = await updateWhere(access, {
    Key: key,
    UpdateExpression: 'SET id = :id, more = :yes',
    ConditionExpression: 'attribute_not_exists(id) OR id = :from',
    ExpressionAttributeValues: { ':id': entry.id, ':from': from, ':yes': true },
  });
  return isMoved ? entry.id : String((await getItem(access, key))?.['id'] ?? entry.id);
}
