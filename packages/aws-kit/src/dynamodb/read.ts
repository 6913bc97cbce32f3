import { BatchGetItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { inChunks, inParallel } from '../parallel/index.ts';
import { attributesOf, itemOf } from './attributes.ts';
import { persist } from './persist.ts';
import type { Item, ItemKey, TableAccess } from './table.ts';

const keysPerRequest = 100;
const requestsAtOnce = 8;

const nameOf = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;

export async function getItem(access: TableAccess, key: ItemKey): Promise<Item | undefined> {
  const command = () =>
    new GetCommand({ TableName: access.table, Key: { pk: key.pk, sk: key.sk }, ConsistentRead: true });
  return (await persist(access, () => access.client.send(command()))).Item;
}

/** Reads items strongly, in the order of the keys; `undefined` for one that does not exist. */
export async function getItems(access: TableAccess, keys: readonly ItemKey[]): Promise<(Item | undefined)[]> {
  const wanted = new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }]));
  const found = new Map<string, Item>();
  await inParallel(inChunks([...wanted.values()], keysPerRequest), requestsAtOnce, async (chunk) => {
    for (const item of await getChunk(access, chunk)) {
      found.set(nameOf({ pk: String(item['pk']), sk: String(item['sk']) }), item);
    }
  });
  return keys.map((key) => found.get(nameOf(key)));
}

function getChunk(access: TableAccess, keys: readonly ItemKey[]): Promise<Item[]> {
  const items: Item[] = [];
  let pending: Record<string, AttributeValue>[] = keys.map(attributesOf);
  return persist(access, async () => {
    const { Responses, UnprocessedKeys } = await access.client.send(
      new BatchGetItemCommand({ RequestItems: { [access.table]: { Keys: pending, ConsistentRead: true } } }),
    );
    items.push(...(Responses?.[access.table] ?? []).map(itemOf));
    pending = UnprocessedKeys?.[access.table]?.Keys ?? [];
    return pending.length === 0 ? items : undefined;
  });
}

export type Query = Omit<QueryCommandInput, 'TableName'>;

/** The pages of a query, read as they are asked for. The SDK's paginator would end at the first busy page; this retries it. */
export async function* queryPages(access: TableAccess, query: Query): AsyncGenerator<Item[]> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const command = () => new QueryCommand({ ...query, TableName: access.table, ExclusiveStartKey });
    const answer = await persist(access, () => access.client.send(command()));
    yield answer.Items ?? [];
    ExclusiveStartKey = answer.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** The items of a query, page after page as they are asked for. */
export async function* queryItems(access: TableAccess, query: Query): AsyncGenerator<Item> {
  for await (const items of queryPages(access, query)) yield* items;
}

/** All items of a partition in the table itself, read strongly. */
export async function partitionItems(access: TableAccess, pk: string, prefix = ''): Promise<Item[]> {
  const found: Item[] = [];
  const query = {
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ConsistentRead: true,
  };
  for await (const items of queryPages(access, query)) found.push(...items);
  return found;
}
