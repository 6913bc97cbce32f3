import { PutItemCommand, type PutItemCommandInput } from '@aws-sdk/client-dynamodb';
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
  const put = async (item: ImportItem, condition: Condition): Promise<boolean> => {
    try {
      await access.client.send(
        new PutItemCommand({ TableName: access.table, Item: itemOf(item), ...condition }),
      );
      return true;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      // Our own write, its answer lost, fails the condition too.
      return isDeepStrictEqual(await get(item.siteId, item.importId), item);
    }
  };
  return {
    get,
    create: (item) => put(item, { ConditionExpression: 'attribute_not_exists(pk)' }),
    update: (next) =>
      put(next, {
        ConditionExpression: 'v = :before',
        ExpressionAttributeValues: { ':before': { N: String(next.version - 1) } },
      }),
  };
}

type Condition = Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

const itemOf = (item: ImportItem): Item => ({
  ...attributeKey(importKey(item.siteId, item.importId)),
  v: { N: String(item.version) },
  f: { S: JSON.stringify(item) },
});
