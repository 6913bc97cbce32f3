import * as z from 'zod';

/** An attribute's value as DynamoDB writes it, such as `{"S": "Ana"}`. */
type Value = Readonly<Record<string, unknown>>;
export type Item = Readonly<Record<string, Value>>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Whether the values are right, the database checks: to check all of them here too would cost more than all else here does. */
export const valuesSchema = z.custom<readonly Value[]>(
  (values) => Array.isArray(values) && values.every(isObject),
  'attribute values were expected',
);
export const itemSchema = z.custom<Item>(
  (item) => isObject(item) && Object.values(item as object).every(isObject),
  'an item was expected',
);
