import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { importItem, type ImportItem } from '../store/import-item.ts';
import type { ImportStore } from '../store/store.ts';
import { isConditionFailure } from './conditions.ts';
import { importKey } from './keys.ts';
import { attributeKey, readItems, textOf, type Item, type TableAccess } from './table-access.ts';

export function createDynamoImports(access: TableAccess): ImportStore {
  const get: ImportStore['get'] = async (siteId, importId) => {
    const [item] = await readItems(access, [importKey(siteId, importId)]);
    const text = textOf(item, 'f');
    return text === undefined ? undefined : importItem.parse(JSON.parse(text));
  };
  return {
    get,
    create: async (item) => {
      await access.client.send(new PutItemCommand({ TableName: access.table, Item: itemOf(item) }));
    },
    update: async (next) => {
      try {
        await access.client.send(
          new PutItemCommand({
            TableName: access.table,
            Item: itemOf(next),
            ConditionExpression: 'v = :before',
            ExpressionAttributeValues: { ':before': { N: String(next.version - 1) } },
          }),
        );
        return true;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        // Our own write, its answer lost, fails the condition too.
        return isDeepStrictEqual(await get(next.siteId, next.importId), next);
      }
    },
  };
}

const itemOf = (item: ImportItem): Item => ({
  ...attributeKey(importKey(item.siteId, item.importId)),
  v: { N: String(item.version) },
  f: { S: JSON.stringify(item) },
});
