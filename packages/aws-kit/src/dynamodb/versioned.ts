import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { inThisFormat, keepUnknown, refuseNewerFormat } from './other-versions.ts';
import { getItem } from './read.ts';
import type { Item, ItemKey, TableAccess } from './table.ts';
import { putWhere } from './write.ts';

interface Versioned {
  readonly version: number;
  /** When the table may forget it, in seconds since 1970. */
  readonly expires?: number | null;
}

/** Items of one shape, kept as JSON, each replaced whole by its next version. */
export interface VersionedItems<T extends Versioned> {
  readonly get: (key: ItemKey) => Promise<T | undefined>;
  readonly parse: (item: Item) => T;
  /** False when there is one already. */
  readonly create: (key: ItemKey, value: T) => Promise<boolean>;
  /** False when the stored version is not the one before. */
  readonly update: (key: ItemKey, value: T) => Promise<boolean>;
}

export function versionedItems<T extends Versioned>(
  access: TableAccess,
  schema: z.ZodType<T>,
): VersionedItems<T> {
  const keeping = keepUnknown(schema);
  const parse = (item: Item): T => {
    refuseNewerFormat(item);
    return keeping.parse(JSON.parse(String(item['f'])));
  };
  const get = async (key: ItemKey): Promise<T | undefined> => {
    const item = await getItem(access, key);
    return item && parse(item);
  };
  const isStored = (key: ItemKey, value: T) => async () => isDeepStrictEqual(await get(key), value);
  return {
    get,
    parse,
    create: (key, value) =>
      putWhere(
        access,
        { Item: itemOf(key, value), ConditionExpression: 'attribute_not_exists(pk)' },
        isStored(key, value),
      ),
    update: (key, value) =>
      putWhere(
        access,
        {
          Item: itemOf(key, value),
          ConditionExpression: 'v = :before',
          ExpressionAttributeValues: { ':before': value.version - 1 },
        },
        isStored(key, value),
      ),
  };
}

const itemOf = (key: ItemKey, value: Versioned): Item =>
  inThisFormat({
    ...key,
    v: value.version,
    f: JSON.stringify(value),
    ...(typeof value.expires === 'number' && { expires: value.expires }),
  });
