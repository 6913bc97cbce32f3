import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { inParallel, zip } from '../store/batches.ts';
import type { LookupEntry, LookupKey, LookupStore } from '../store/store.ts';
import { isConditionFailure } from './conditions.ts';
import { claimKey, entryKey } from './keys.ts';
import { runStatements, type Statement } from './statements.ts';
import { attributeKey, queryPages, readItems, textOf, type Item, type TableAccess } from './table-access.ts';

const queriesAtOnce = 8;

/*
 * A value has one item that claims it, with the id of one record. Only a value that several records share has entries
 * beside it, one an id, and the claim says so (`more`): nearly every lookup is one read of one item.
 */
export function createDynamoLookups(access: TableAccess): LookupStore {
  const claimsOf = (siteId: string, keys: readonly LookupKey[]): Promise<(Item | undefined)[]> =>
    readItems(
      access,
      keys.map((key) => claimKey(siteId, key)),
    );

  const claim: LookupStore['claim'] = async (siteId, entries) => {
    const taken = await runStatements(
      access,
      entries.map((entry) => claimInsert(siteId, entry)),
    );
    const lost = entries.filter((_, at) => !taken[at]);
    const items =
      lost.length === 0
        ? []
        : await claimsOf(
            siteId,
            lost.map(({ key }) => key),
          );
    const holders = new Map(lost.map((entry, at) => [entry, textOf(items[at], 'id') ?? entry.id]));
    return entries.map((entry) => holders.get(entry) ?? entry.id);
  };

  return {
    find: async (siteId, keys) => {
      const items = await claimsOf(siteId, keys);
      const found = items.map((item) => [textOf(item, 'id')].filter((id) => id !== undefined));
      const shared = items.flatMap((item, at) => (item?.['more']?.BOOL === true ? [at] : []));
      await inParallel(shared, queriesAtOnce, async (at) => {
        const partition = textOf(items[at], 'pk');
        if (partition !== undefined) found[at] = await idsUnder(access, partition);
      });
      return found;
    },
    claim,
    reclaim: async (siteId, entry, from) => {
      // The old holder stays findable beside the new one: it may be about to take the value back.
      await runStatements(access, [entryInsert(siteId, { key: entry.key, id: from })]);
      return moveClaim(access, siteId, { entry, from });
    },
    add: async (siteId, entries) => {
      const holders = await claim(siteId, entries);
      const beside = zip(entries, holders).flatMap(([entry, holder]) => (holder === entry.id ? [] : [entry]));
      if (beside.length === 0) return;
      await runStatements(
        access,
        beside.map((entry) => entryInsert(siteId, entry)),
      );
      await runStatements(
        access,
        beside.map((entry) => markShared(siteId, entry)),
      );
    },
  };
}

async function idsUnder(access: TableAccess, partition: string): Promise<string[]> {
  const ids = new Set<string>();
  const query = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: partition } },
    ConsistentRead: true,
  };
  for await (const items of queryPages(access, query)) {
    for (const item of items) ids.add(textOf(item, 'id') ?? '');
  }
  return [...ids];
}

const claimInsert = (siteId: string, { key, id }: LookupEntry): Statement => ({
  write: 'insert',
  item: { ...attributeKey(claimKey(siteId, key)), id: { S: id } },
});

const entryInsert = (siteId: string, { key, id }: LookupEntry): Statement => ({
  write: 'insert',
  item: { ...attributeKey(entryKey(siteId, key, id)), id: { S: id } },
});

const markShared = (siteId: string, { key }: LookupEntry): Statement => ({
  write: 'update',
  key: claimKey(siteId, key),
  set: { more: { BOOL: true } },
  where: {},
});

async function moveClaim(
  access: TableAccess,
  siteId: string,
  { entry, from }: { entry: LookupEntry; from: string },
): Promise<string> {
  const key = claimKey(siteId, entry.key);
  try {
    await access.client.send(
      new UpdateItemCommand({
        TableName: access.table,
        Key: attributeKey(key),
        UpdateExpression: 'SET id = :id, more = :yes',
        ConditionExpression: 'attribute_not_exists(id) OR id = :from',
        ExpressionAttributeValues: { ':id': { S: entry.id }, ':from': { S: from }, ':yes': { BOOL: true } },
      }),
    );
    return entry.id;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const [item] = await readItems(access, [key]);
    return textOf(item, 'id') ?? entry.id;
  }
}
