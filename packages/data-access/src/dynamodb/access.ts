import { PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { isDeepStrictEqual } from 'node:util';
import type { AccessStore, Site, Token } from '../store/store.ts';
import { isConditionFailure } from './conditions.ts';
import {
  idempotencyKey,
  keyOfSiteToken,
  listedSiteKey,
  rateKey,
  siteKey,
  siteTokenKey,
  tokenKey,
} from './keys.ts';
import {
  attributeKey,
  queryPages,
  readItems,
  textOf,
  type Item,
  type ItemKey,
  type TableAccess,
} from './table-access.ts';

const site = z.object({
  siteId: z.string(),
  name: z.string(),
  kind: z.enum(['production', 'demo']),
  createdDate: z.string(),
});

/** When it was last used stands in an attribute of its own, which changes while this does not; so does its version. */
const token = z.object({
  apiKey: z.string(),
  secretHash: z.string(),
  siteId: z.string(),
  permission: z.enum(['read', 'write']),
  disabled: z.boolean(),
  notes: z.string().nullable(),
  createdDate: z.string(),
  expiresDate: z.string().nullable(),
  rateLimit: z.number(),
});

const idempotencyClaim = z.object({
  siteId: z.string(),
  key: z.string(),
  bodyHash: z.string(),
  importId: z.string(),
  expires: z.number(),
});

const secondsPerHour = 3600;

export function createDynamoAccess(access: TableAccess): AccessStore {
  const { client, table } = access;
  const read = async (key: ItemKey): Promise<Item | undefined> => (await readItems(access, [key]))[0];

  return {
    createSite: async (created) => {
      const { siteId } = created;
      await putAll(access, [itemOf(siteKey(siteId), created), attributeKey(listedSiteKey(siteId))]);
    },
    site: async (siteId) => siteOf(await read(siteKey(siteId))),
    sites: async () => {
      const ids = await sortKeys(access, listedSiteKey(''));
      const items = await readItems(access, ids.map(siteKey));
      return items.flatMap((item) => siteOf(item) ?? []);
    },
    createToken: async (created) => {
      const { siteId, apiKey } = created;
      await putAll(access, [
        { ...itemOf(tokenKey(apiKey), token.parse(created)), v: { N: String(created.version) } },
        attributeKey(siteTokenKey(siteId, apiKey)),
      ]);
    },
    token: async (apiKey) => tokenOf(await read(tokenKey(apiKey))),
    tokens: async (siteId) => {
      const listed = await sortKeys(access, siteTokenKey(siteId, ''));
      const items = await readItems(
        access,
        listed.map((sk) => tokenKey(keyOfSiteToken(sk))),
      );
      return items.flatMap((item) => tokenOf(item) ?? []);
    },
    updateToken: async (next) => {
      if (await replaceToken(access, next)) return true;
      // Our own write, its answer lost, fails the condition too.
      const stored = tokenOf(await read(tokenKey(next.apiKey)));
      return isDeepStrictEqual(stored && { ...stored, lastUsedDate: null }, { ...next, lastUsedDate: null });
    },
    touchToken: (apiKey, at, unless) => touch(access, apiKey, { at, unless }),
    spent: async (apiKey, hour) => Number((await read(rateKey(apiKey, hour)))?.['n']?.N ?? 0),
    spend: (apiKey, hour, limit) => spend(access, { key: rateKey(apiKey, hour), hour, limit }),
    claimIdempotency: async (claim, now) => {
      const key = idempotencyKey(claim.siteId, claim.key);
      try {
        await client.send(
          new PutItemCommand({
            TableName: table,
            Item: { ...itemOf(key, claim), expires: { N: String(claim.expires) } },
            // Expired items linger for days.
            ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
            ExpressionAttributeValues: { ':now': { N: String(Math.floor(now.getTime() / 1000)) } },
          }),
        );
        return claim;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        return idempotencyClaim.parse(JSON.parse(textOf(await read(key), 'f') ?? 'null'));
      }
    },
  };
}

const itemOf = (key: ItemKey, value: object): Item => ({
  ...attributeKey(key),
  f: { S: JSON.stringify(value) },
});

function siteOf(item: Item | undefined): Site | undefined {
  const text = textOf(item, 'f');
  return text === undefined ? undefined : site.parse(JSON.parse(text));
}

function tokenOf(item: Item | undefined): Token | undefined {
  const text = textOf(item, 'f');
  if (text === undefined) return undefined;
  const version = Number(item?.['v']?.N ?? 1);
  return { ...token.parse(JSON.parse(text)), lastUsedDate: textOf(item, 'used') ?? null, version };
}

async function putAll({ client, table }: TableAccess, items: readonly Item[]): Promise<void> {
  const TransactItems = items.map((Item) => ({ Put: { TableName: table, Item } }));
  await client.send(new TransactWriteItemsCommand({ TransactItems }));
}

/** The sort keys of a partition that begin as the one given does. */
async function sortKeys(access: TableAccess, { pk, sk }: ItemKey): Promise<string[]> {
  const found: string[] = [];
  const query = {
    KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': { S: pk }, ...(sk !== '' && { ':sk': { S: sk } }) },
    ConsistentRead: true,
  };
  for await (const items of queryPages(access, query))
    found.push(...items.flatMap((item) => textOf(item, 'sk') ?? []));
  return found;
}

/** Leaves alone when it was last used. False when it has another version by now. */
async function replaceToken({ client, table }: TableAccess, next: Token): Promise<boolean> {
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: attributeKey(tokenKey(next.apiKey)),
        UpdateExpression: 'SET f = :f, v = :next',
        ConditionExpression: 'v = :before',
        ExpressionAttributeValues: {
          ':f': { S: JSON.stringify(token.parse(next)) },
          ':next': { N: String(next.version) },
          ':before': { N: String(next.version - 1) },
        },
      }),
    );
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return false;
  }
}

async function touch(
  access: TableAccess,
  apiKey: string,
  { at, unless }: { at: string; unless: string },
): Promise<void> {
  try {
    await access.client.send(
      new UpdateItemCommand({
        TableName: access.table,
        Key: attributeKey(tokenKey(apiKey)),
        UpdateExpression: 'SET used = :at',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(used) OR used < :unless)',
        ExpressionAttributeValues: { ':at': { S: at }, ':unless': { S: unless } },
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/** One conditional write a request counts exactly, however many spend at once; a token's hour has an item of its own. */
async function spend(
  access: TableAccess,
  { key, hour, limit }: { key: ItemKey; hour: string; limit: number },
): Promise<number | undefined> {
  // The condition lets the first of an hour pass, before there is a count.
  if (limit < 1) return undefined;
  const expires = Math.floor(Date.parse(hour) / 1000) + 2 * secondsPerHour;
  try {
    const answer = await access.client.send(
      new UpdateItemCommand({
        TableName: access.table,
        Key: attributeKey(key),
        UpdateExpression: 'SET expires = :expires ADD n :one',
        ConditionExpression: 'attribute_not_exists(n) OR n < :limit',
        ExpressionAttributeValues: {
          ':one': { N: '1' },
          ':limit': { N: String(limit) },
          ':expires': { N: String(expires) },
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(answer.Attributes?.['n']?.N);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
