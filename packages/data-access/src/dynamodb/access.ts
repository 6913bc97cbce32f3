import { isDeepStrictEqual } from 'node:util';
import {
  getItem,
  getItems,
  partitionItems,
  putItem,
  putWhere,
  transact,
  updateWhere,
  type Item,
  type ItemKey,
  type TableAccess,
} from '@sluice/aws-kit/dynamodb';
import { inThisFormat, keepUnknown, refuseNewerFormat } from '@sluice/aws-kit/other-versions';
import * as z from 'zod';
import { idempotencyClaim, site, token, type AccessStore, type Token } from '../store/access.ts';
import {
  idempotencyKey,
  keyOfSiteToken,
  listedSiteKey,
  mailsKey,
  rateKey,
  siteKey,
  siteTokenKey,
  tokenKey,
} from './keys.ts';

/** The version and the time of the last use are separate attributes, because the time changes on its own. */
const keptToken = keepUnknown(token.omit({ version: true, lastUsedDate: true }));
const keptSite = keepUnknown(site);
const tokenItem = z.object({ f: z.string(), v: z.number(), used: z.string().nullable().default(null) });

const secondsPerDay = 86_400;

export function createDynamoAccess(access: TableAccess): AccessStore {
  const claimed = async (key: ItemKey) => parsed(idempotencyClaim, await getItem(access, key));

  return {
    createSite: (created) => {
      const { siteId } = created;
      return putAll(access, [itemOf(siteKey(siteId), created), { ...listedSiteKey(siteId) }]);
    },
    updateSite: (next) => putItem(access, itemOf(siteKey(next.siteId), next)),
    site: async (siteId) => parsed(keptSite, await getItem(access, siteKey(siteId))),
    sites: async () => {
      const listed = await partitionItems(access, listedSiteKey('').pk);
      const keys = listed.map(({ sk }) => siteKey(String(sk)));
      const items = await getItems(access, keys);
      return items.flatMap((item) => parsed(keptSite, item) ?? []);
    },
    createToken: (created) => {
      const { siteId, apiKey } = created;
      const item = { ...itemOf(tokenKey(apiKey), withoutUse(created)), v: created.version };
      return putAll(access, [item, { ...siteTokenKey(siteId, apiKey) }]);
    },
    token: async (apiKey) => tokenOf(await getItem(access, tokenKey(apiKey))),
    tokens: async (siteId) => {
      const { pk, sk: prefix } = siteTokenKey(siteId, '');
      const listed = await partitionItems(access, pk, prefix);
      const keys = listed.map(({ sk }) => tokenKey(keyOfSiteToken(String(sk))));
      const items = await getItems(access, keys);
      return items.flatMap((item) => tokenOf(item) ?? []);
    },
    updateToken: async (next) => {
      if (await replaceToken(access, next)) return true;
      // The condition also fails when our own write succeeded and its reply was lost.
      const stored = tokenOf(await getItem(access, tokenKey(next.apiKey)));
      return isDeepStrictEqual(stored && { ...stored, lastUsedDate: null }, { ...next, lastUsedDate: null });
    },
    touchToken: async (apiKey, at, unless) => {
      await updateWhere(access, {
        Key: tokenKey(apiKey),
        UpdateExpression: 'SET used = :at',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(used) OR used < :unless)',
        ExpressionAttributeValues: { ':at': at, ':unless': unless },
      });
    },
    spent: async (apiKey, hour) => Number((await getItem(access, rateKey(apiKey, hour)))?.['n'] ?? 0),
    spend: (apiKey, hour, limit) =>
      spend(access, { key: rateKey(apiKey, hour), from: hour, count: 1, limit }),
    spendMails: async (apiKey, day, mails) =>
      (await spend(access, { key: mailsKey(apiKey, day), from: day, ...mails })) !== undefined,
    claimIdempotency: async (claim, now) => {
      const key = idempotencyKey(claim.siteId, claim.key);
      const put = {
        Item: { ...itemOf(key, claim), expires: claim.expires },
        // DynamoDB deletes expired items only days later.
        ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
        ExpressionAttributeValues: { ':now': Math.floor(now.getTime() / 1000) },
      };
      const isOurs = async () => isDeepStrictEqual(await claimed(key), claim);
      return (await putWhere(access, put, isOurs)) ? claim : idempotencyClaim.parse(await claimed(key));
    },
  };
}

const itemOf = (key: ItemKey, value: object): Item => inThisFormat({ ...key, f: JSON.stringify(value) });

function withoutUse({ version: _version, lastUsedDate: _lastUsedDate, ...kept }: Token): object {
  return kept;
}

function parsed<T>(schema: z.ZodType<T>, item: Item | undefined): T | undefined {
  if (item === undefined) return undefined;
  refuseNewerFormat(item);
  return schema.parse(JSON.parse(String(item['f'])));
}

function tokenOf(item: Item | undefined): Token | undefined {
  if (item === undefined) return undefined;
  refuseNewerFormat(item);
  const { f, v, used } = tokenItem.parse(item);
  return { ...keptToken.parse(JSON.parse(f)), lastUsedDate: used, version: v };
}

/** Only this call writes these items, so putting them again changes nothing. */
async function putAll(access: TableAccess, items: readonly Item[]): Promise<void> {
  const actions = items.map((Item) => ({ Put: { TableName: access.table, Item } }));
  await transact(access, { actions, proof: async () => false });
}

/** Keeps the time of the last use. False when the stored version is not the previous one. */
async function replaceToken(access: TableAccess, next: Token): Promise<boolean> {
  const answer = await updateWhere(access, {
    Key: tokenKey(next.apiKey),
    UpdateExpression: 'SET f = :f, v = :next',
    ConditionExpression: 'v = :before',
    ExpressionAttributeValues: {
      ':f': JSON.stringify(withoutUse(next)),
      ':next': next.version,
      ':before': next.version - 1,
    },
  });
  return answer !== undefined;
}

/** One conditional write keeps the count exact under concurrency. Each hour or day of a token has its own item. */
async function spend(
  access: TableAccess,
  { key, from, count, limit }: { key: ItemKey; from: string; count: number; limit: number },
): Promise<number | undefined> {
  // Without a count the condition is true, so a limit that is too low must be checked here.
  if (limit < count) return undefined;
  const answer = await updateWhere(access, {
    Key: key,
    UpdateExpression: 'SET expires = :expires ADD n :count',
    ConditionExpression: 'attribute_not_exists(n) OR n <= :room',
    ExpressionAttributeValues: {
      ':count': count,
      ':room': limit - count,
      ':expires': Math.floor(Date.parse(from) / 1000) + 2 * secondsPerDay,
    },
    ReturnValues: 'UPDATED_NEW',
  });
  return answer && Number(answer.Attributes?.['n']);
}
