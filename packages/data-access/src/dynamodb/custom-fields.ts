import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { customFieldDefinition } from '@sluice/contract';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CustomFieldStore, SiteCustomFields } from '../store/store.ts';
import { isConditionFailure } from './conditions.ts';
import { customFieldsKey } from './keys.ts';
import { attributeKey, readItems, textOf, type TableAccess } from './table-access.ts';

const siteFields = z.object({ version: z.number(), fields: z.array(customFieldDefinition) });

export function createDynamoCustomFields(access: TableAccess): CustomFieldStore {
  const get = async (siteId: string): Promise<SiteCustomFields> => {
    const [item] = await readItems(access, [customFieldsKey(siteId)]);
    const text = textOf(item, 'f');
    return text === undefined ? { version: 0, fields: [] } : siteFields.parse(JSON.parse(text));
  };
  return {
    get,
    replace: async (siteId, next) => {
      try {
        await access.client.send(
          new PutItemCommand({
            TableName: access.table,
            Item: {
              ...attributeKey(customFieldsKey(siteId)),
              v: { N: String(next.version) },
              f: { S: JSON.stringify(next) },
            },
            ...conditionOf(next.version - 1),
          }),
        );
        return true;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        // Our own write, its answer lost, fails the condition too.
        return isDeepStrictEqual(await get(siteId), next);
      }
    },
  };
}

function conditionOf(before: number) {
  if (before === 0) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    ConditionExpression: 'v = :before',
    ExpressionAttributeValues: { ':before': { N: String(before) } },
  };
}
