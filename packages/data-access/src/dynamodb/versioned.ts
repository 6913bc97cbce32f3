import { PutItemCommand, type PutItemCommandInput } from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { isConditionFailure } from './conditions.ts';
import {
  attributeKey,
  readItems,
  textOf,
  type Item,
  type ItemKey,
  type TableAccess,
} from './table-access.ts';

interface Versioned {
  readonly version: number;
  /** When the table may forget it, in seconds since 1970. */
  readonly expires?: number | null;
}

/** Items of one shape that are replaced whole, each on the version before it. */
export interface VersionedItems<T extends Versioned> {
  readonly get: (key: ItemKey) => Promise<T | undefined>;
  readonly parse: (item: Item) => T;
  /** False when there is one already. */
  readonly create: (key: ItemKey, value: T) => Promise<boolean>;
  /** False when another version than the one before is there. */
  readonly update: (key: ItemKey, value: T) => Promise<boolean>;
}

type Condition = Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

export function versionedItems<T extends Versioned>(
  access: TableAccess,
  schema: z.ZodType<T>,
): VersionedItems<T> {
  const parse = (item: Item): T => schema.parse(JSON.parse(textOf(item, 'f') ?? 'null'));
  const get = async (key: ItemKey): Promise<T | undefined> => {
    const [item] = await readItems(access, [key]);
    return item && parse(item);
  };
  const put = async ({ key, value }: { key: ItemKey; value: T }, condition: Condition): Promise<boolean> => {
    try {
      await access.client.send(
        new PutItemCommand({ TableName: access.table, Item: itemOf(key, value), ...condition }),
      );
      return true;
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      // Our own write, its answer lost, fails the condition too.
      return isDeepStrictEqual(await get(key), value);
    }
  };
  return {
    get,
    parse,
    create: (key, value) => put({ key, value }, { ConditionExpression: 'attribute_not_exists(pk)' }),
    update: (key, value) =>
      put(
        { key, value },
        {
          ConditionExpression: 'v = :before',
          ExpressionAttributeValues: { ':before': { N: String(value.version - 1) } },
        },
      ),
  };
}

const itemOf = (key: ItemKey, value: Versioned): Item => ({
  ...attributeKey(key),
  v: { N: String(value.version) },
  f: { S: JSON.stringify(value) },
  ...(typeof value.expires === 'number' && { expires: { N: String(value.expires) } }),
});
