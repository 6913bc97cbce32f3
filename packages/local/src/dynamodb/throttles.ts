import * as z from 'zod';
import type { Item } from '../iam/item-requests.ts';
import { Json } from '../base/json.ts';
import { isNone, type Answer, type Send } from './send.ts';
import { membersSchema, type TableRequest } from './table-request.ts';
import { placeIn, type TableShapes } from '../base/table-shape.ts';
import { Throughput, type Metered, type ThroughputLimits, type Use } from '../base/throughput.ts';

export interface ThrottleOptions {
  readonly limits: ThroughputLimits;
  readonly now: () => number;
}

const capacitySchema = z.object({
  TableName: z.string(),
  Table: z.object({ CapacityUnits: z.number() }).default({ CapacityUnits: 0 }),
  GlobalSecondaryIndexes: z.record(z.string(), z.object({ CapacityUnits: z.number() })).default({}),
});
/** Of one table, or a list of several. */
const capacitiesSchema = z.preprocess((given) => [given ?? []].flat(), z.array(capacitySchema));

/** One unit reads 4 KiB strongly, or twice as much otherwise. The size of the answer stands for that of the items. */
const bytesPerRead = 4096;

/**
 * Refuses requests to partitions, and to fresh tables, whose units of this second are used up. Unlike AWS, it refuses a batch or
 * a transaction as a whole when one of its partitions is used up.
 */
export function throttles(send: Send, { limits, now }: ThrottleOptions): Send {
  const throughput = new Throughput(limits, now);

  async function write(request: TableRequest, uses: readonly Metered[]): Promise<Answer> {
    const asks = isNone(request.members['ReturnConsumedCapacity']);
    const answer = await send(asks ? request.with({ ReturnConsumedCapacity: 'INDEXES' }) : request);
    if (answer.status !== 200) return answer;
    const { ConsumedCapacity, ...rest } = membersSchema.parse(answer.body.value);
    for (const { TableName, Table, GlobalSecondaryIndexes } of capacitiesSchema.parse(ConsumedCapacity)) {
      const charge = (index: string | undefined, units: number): void => {
        const those = uses.filter((use) => use.table === TableName && use.index === index);
        for (const use of those) use.charge(units / those.length);
      };
      charge(undefined, Table.CapacityUnits);
      for (const [index, { CapacityUnits }] of Object.entries(GlobalSecondaryIndexes))
        charge(index, CapacityUnits);
    }
    return asks ? { ...answer, body: Json.ofValue(rest) } : answer;
  }

  async function read(request: TableRequest): Promise<Answer> {
    const uses = throughput.meter(readsOf(request), request.shapes);
    if (uses.length === 0) return send(request);
    if (uses.some((use) => use.isUsedUp)) return throttled;
    const answer = await send(request);
    const blocks = Math.ceil(Buffer.byteLength(answer.body.text) / bytesPerRead);
    const units = isStrong(request) ? blocks : blocks / 2;
    for (const use of uses) use.charge(units / uses.length);
    return answer;
  }

  return (request) => {
    const { written, shapes } = request;
    const writes = written.flatMap(({ table, key, item }) => {
      const [partitionKey = ''] = shapes[table]?.keys ?? [];
      const use = { table, partition: textOf(key[partitionKey]), kind: 'writes' as const };
      return [use, ...(item === undefined ? [] : inIndexes(table, item, shapes))];
    });
    if (writes.length === 0) return read(request);
    const uses = throughput.meter(writes, shapes);
    return uses.some((use) => use.isUsedUp) ? Promise.resolve(throttled) : write(request, uses);
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

function isStrong({ operation, members }: TableRequest): boolean {
  const { ConsistentRead, RequestItems } = readSchema.parse(members);
  const tables = Object.values(RequestItems);
  return ConsistentRead || operation.startsWith('Transact') || tables.some((table) => table.ConsistentRead);
}

/** The partitions that a request reads. */
function readsOf(request: TableRequest): Use[] {
  if (!readers.has(request.operation)) return [];
  return request.accesses.flatMap(({ resource, context = {} }) =>
    (context['dynamodb:LeadingKeys'] ?? []).map((partition) => ({
      ...placeIn(resource),
      partition,
      kind: 'reads' as const,
    })),
  );
}

const throttled: Answer = {
  status: 400,
  body: Json.ofValue({
    __type: 'com.amazon.coral.availability#ThrottlingException',
    message:
      'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
  }),
};
