import * as z from 'zod';
import { physicalName } from '../base/names.ts';
import type { Resource } from './resource-kind.ts';
import type { IndexShape, TableShape, TableShapes } from '../base/table-shape.ts';

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

/** The shapes of the tables among the resources of the templates. */
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
