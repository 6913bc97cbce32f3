import { z } from 'zod';
import { physicalName } from '../machine/names.ts';
import type { Resource } from '../machine/resource-kind.ts';

/** What the templates say of a table. */
export interface TableShape {
  /** The attributes of the key, the partition key first. */
  readonly keys: readonly string[];
  readonly indexes: Readonly<Record<string, IndexShape>>;
  /** The units per second for which it is warm. */
  readonly warm: { readonly reads?: number | undefined; readonly writes?: number | undefined };
}

export interface IndexShape {
  readonly partitionKey: string;
  readonly sortKey: string | undefined;
  /** Those that it has besides its own key and that of the table. */
  readonly attributes: readonly string[] | 'all';
}

/** By the name of the table. */
export type TableShapes = Readonly<Record<string, TableShape>>;

const keysSchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })).transform((keys) => {
  const ofType = (type: string) => keys.filter(({ KeyType }) => KeyType === type);
  return [...ofType('HASH'), ...ofType('RANGE')].map(({ AttributeName }) => AttributeName);
});
const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: keysSchema,
  Projection: z.object({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()).default([]) }),
});
const tableSchema = z.object({
  KeySchema: keysSchema,
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  WarmThroughput: z
    .object({ ReadUnitsPerSecond: z.number().optional(), WriteUnitsPerSecond: z.number().optional() })
    .default({}),
});

export function tableShapesOf(resources: readonly Resource[]): TableShapes {
  const tables = resources.filter(({ type }) => type === 'AWS::DynamoDB::Table');
  return Object.fromEntries(tables.map((table) => [physicalName(table, 'TableName', 255), shapeOf(table)]));
}

function shapeOf(table: Resource): TableShape {
  const { KeySchema: keys, GlobalSecondaryIndexes, WarmThroughput } = table.parse(tableSchema);
  const { ReadUnitsPerSecond: reads, WriteUnitsPerSecond: writes } = WarmThroughput;
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }): [string, IndexShape] => {
    const [partitionKey = '', sortKey] = KeySchema;
    const attributes = Projection.ProjectionType === 'ALL' ? 'all' : Projection.NonKeyAttributes;
    return [IndexName, { partitionKey, sortKey, attributes }];
  });
  return { keys, indexes: Object.fromEntries(indexes), warm: { reads, writes } };
}

export interface TablePlace {
  readonly table: string;
  readonly index?: string | undefined;
}

/** The ARN of an index ends with `table/<table>/index/<index>`. */
export function placeIn(resource: string): TablePlace {
  const [, table = '', , index] = resource.split('/');
  return { table, index };
}

/** The partition key of a table or an index, by its ARN. */
export function partitionKeyIn(shapes: TableShapes, resource: string): string | undefined {
  const { table, index } = placeIn(resource);
  return index === undefined ? shapes[table]?.keys[0] : shapes[table]?.indexes[index]?.partitionKey;
}
