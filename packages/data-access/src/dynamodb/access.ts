import { PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import type { AccessStore } from '../store/store.ts';
import { isConditionFailure } from './conditions.ts';
import { idempotencyKey, rateKey, siteKey, siteTokenKey, tokenKey } from './keys.ts';
import {
  attributeKey,
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

/** When it was last used stands in an attribute of its own, which changes while this does not. */
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
      await client.send(
        new PutItemCommand({ TableName: table, Item: itemOf(siteKey(created.siteId), created) }),
      );
    },
    site: async (siteId) => {
      const text = textOf(await read(siteKey(siteId)), 'f');
      return text === undefined ? undefined : site.parse(JSON.parse(text));
    },
    createToken: async (created) => {
      const { siteId, apiKey } = created;
      const items = [
        itemOf(tokenKey(apiKey), token.parse(created)),
        attributeKey(siteTokenKey(siteId, apiKey)),
      ];
      await client.send(
        new TransactWriteItemsCommand({
          TransactItems: items.map((Item) => ({ Put: { TableName: table, Item } })),
        }),
      );
    },
    token: async (apiKey) => {
      const item = await read(tokenKey(apiKey));
      const text = textOf(item, 'f');
      if (text === undefined) return undefined;
      return { ...token.parse(JSON.parse(text)), lastUsedDate: textOf(item, 'used') ?? null };
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
