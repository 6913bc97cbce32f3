import * as z from 'zod';
import { dynamoDbAccesses } from '../iam/requests/dynamodb.ts';
import type { Item } from '../iam/requests/items.ts';
import { isNone, jsonSchema, type Answer, type Send } from './send.ts';
import { partitionKeyIn, placeIn, type TableShapes } from './table-shape.ts';
import { Throughput, type ThroughputLimits, type Use } from './throughput.ts';
import { writtenBy } from './written-items.ts';

export interface ThrottleOptions {
  readonly limits: ThroughputLimits;
  readonly shapes: () => TableShapes;
  readonly now: () => number;
}

const capacitySchema = z.object({
  TableName: z.string(),
  Table: z.object({ CapacityUnits: z.number() }).default({ CapacityUnits: 0 }),
  GlobalSecondaryIndexes: z.record(z.string(), z.object({ CapacityUnits: z.number() })).default({}),
});
const capacitiesSchema = z
  .union([capacitySchema.transform((one) => [one]), z.array(capacitySchema)])
  .default([]);

/** One unit reads 4 KiB strongly, or twice as much otherwise. The size of the answer stands for that of the items. */
const bytesPerRead = 4096;

/**
 * Refuses requests to partitions, and to fresh tables, whose units of this second are used up. Unlike AWS, it refuses a batch or
 * a transaction as a whole when one of its partitions is used up.
 */
export function throttles(send: Send, { limits, shapes, now }: ThrottleOptions): Send {
  const throughput = new Throughput(limits, shapes, now);

  async function write(operation: string, body: Parameters<Send>[1], uses: readonly Use[]): Promise<Answer> {
    const asks = isNone(body['ReturnConsumedCapacity']);
    const answer = await send(operation, { ...body, ...(asks && { ReturnConsumedCapacity: 'INDEXES' }) });
    if (answer.status !== 200) return answer;
    const { ConsumedCapacity, ...rest } = jsonSchema.parse(JSON.parse(answer.body));
    for (const { TableName, Table, GlobalSecondaryIndexes } of capacitiesSchema.parse(ConsumedCapacity)) {
      const charge = (index: string | undefined, units: number): void => {
        const those = uses.filter((use) => use.table === TableName && use.index === index);
        for (const use of those) throughput.charge(use, units / those.length);
      };
      charge(undefined, Table.CapacityUnits);
      for (const [index, { CapacityUnits }] of Object.entries(GlobalSecondaryIndexes))
        charge(index, CapacityUnits);
    }
    return asks ? { ...answer, body: JSON.stringify(rest) } : answer;
  }

  async function read(operation: string, body: Parameters<Send>[1]): Promise<Answer> {
    const uses = readsOf(operation, body, shapes());
    if (uses.length === 0) return send(operation, body);
    if (uses.some((use) => throughput.isUsedUp(use))) return throttled;
    const answer = await send(operation, body);
    const blocks = Math.ceil(Buffer.byteLength(answer.body) / bytesPerRead);
    const units = isStrong(operation, body) ? blocks : blocks / 2;
    for (const use of uses) throughput.charge(use, units / uses.length);
    return answer;
  }

  return (operation, body) => {
    const uses = writtenBy(operation, body, shapes()).flatMap(({ table, key, item }) => {
      const [partitionKey = ''] = shapes()[table]?.keys ?? [];
      const use = { table, partition: textOf(key[partitionKey]), kind: 'writes' as const };
      return [use, ...(item === undefined ? [] : inIndexes(table, item, shapes()))];
    });
    if (uses.length === 0) return read(operation, body);
    return uses.some((use) => throughput.isUsedUp(use))
      ? Promise.resolve(throttled)
      : write(operation, body, uses);
  };
}

const textOf = (value: Item[string] | undefined): string => Object.values(value ?? {}).join();

function inIndexes(table: string, item: Item, shapes: TableShapes): Use[] {
  return Object.entries(shapes[table]?.indexes ?? {}).flatMap(([index, { partitionKey }]) =>
    item[partitionKey] === undefined
      ? []
      : [{ table, index, partition: textOf(item[partitionKey]), kind: 'writes' as const }],
  );
}

const readers: ReadonlySet<string> = new Set(['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query']);

const strongSchema = z.looseObject({ ConsistentRead: z.boolean().default(false) });
const readSchema = strongSchema.extend({ RequestItems: z.record(z.string(), strongSchema).default({}) });

function isStrong(operation: string, body: object): boolean {
  const { ConsistentRead, RequestItems } = readSchema.parse(body);
  const tables = Object.values(RequestItems);
  return ConsistentRead || operation.startsWith('Transact') || tables.some((table) => table.ConsistentRead);
}

/** The partitions that a request reads. */
function readsOf(operation: string, body: object, shapes: TableShapes): Use[] {
  if (!readers.has(operation)) return [];
  const accesses = dynamoDbAccesses(operation, body, (resource) => partitionKeyIn(shapes, resource));
  return accesses.flatMap(({ resource, context = {} }) =>
    (context['dynamodb:LeadingKeys'] ?? []).map((partition) => ({
      ...placeIn(resource),
      partition,
      kind: 'reads' as const,
    })),
  );
}

const throttled: Answer = {
  status: 400,
  body: JSON.stringify({
    __type: 'com.amazon.coral.availability#ThrottlingException',
    message:
      'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
  }),
};
