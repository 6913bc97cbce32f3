import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ConsoleItems } from '@sluice/console/api/items';
import { getItem, openTable, putWhere, takeItem } from '@sluice/aws-kit/dynamodb';
import type { Outside } from './outside.ts';

/** An item is alone in its partition. */
const keyOf = (pk: string) => ({ pk, sk: 'item' });

/** Items of a table. DynamoDB removes them some time after `expires`, in seconds. */
export function createDynamoItems(outside: Outside, table: string): ConsoleItems {
  const access = openTable({ ...outside, client: outside.client(DynamoDBClient), table });
  const put = (ConditionExpression: string) => (pk: string, item: object, until: Date) => {
    const key = keyOf(pk);
    const mark = outside.newId();
    const Item = { ...key, item, mark, expires: Math.ceil(until.getTime() / 1000) };
    return putWhere(access, { Item, ConditionExpression }, { key, mark });
  };
  return {
    get: async (pk) => (await getItem(access, keyOf(pk)))?.['item'],
    add: put('attribute_not_exists(pk)'),
    replace: put('attribute_exists(pk)'),
    take: async (pk) => (await takeItem(access, keyOf(pk)))?.['item'],
  };
}
