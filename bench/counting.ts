import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

/** What requests cost: their number, their items, and their units as AWS bills them. */
export interface Tally {
  readonly requests: number;
  /** The items that a write or a read by key names, or that a query returns. */
  readonly items: number;
  readonly readUnits: number;
  /** Write units of the table without its indexes. */
  readonly writeUnits: number;
  readonly indexWriteUnits: number;
}

/** One request. */
export interface Sent extends Tally {
  /** `Query`, `BatchGetItem`, … */
  readonly operation: string;
  /** The labels of the partitions in the request: `user`, `lookup`, … */
  readonly labels: readonly string[];
  readonly input: object;
}

export interface Counting {
  /** The requests that were sent while `run` ran. At other times requests are not changed. */
  during<T>(run: () => Promise<T>): Promise<{ answer: T; sent: Sent[] }>;
}

/**
 * Counts the requests of a client with a middleware. Each request has `ReturnConsumedCapacity: INDEXES`, so the database
 * reports the units itself, for each index.
 */
export function countRequests(
  client: DynamoDBClient,
  labelOf: (partition: string) => string | undefined = () => undefined,
): Counting {
  let sent: Sent[] | undefined;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const into = sent;
        if (!into) return next(args);
        const { input } = args;
        const result = await next({
          ...args,
          input: { ...input, ReturnConsumedCapacity: 'INDEXES' as const },
        });
        const operation = commandName.replace(/Command$/, '');
        const labels = [...new Set(textsIn(input).flatMap((text) => labelOf(text) ?? []))];
        into.push({ operation, labels, input, ...tallyOf(operation, input, result.output) });
        return result;
      },
    { step: 'initialize', name: 'counting' },
  );
  return {
    during: async (run) => {
      const mine: Sent[] = [];
      sent = mine;
      try {
        return { answer: await run(), sent: mine };
      } finally {
        sent = undefined;
      }
    },
  };
}

export function total(sent: readonly Tally[]): Tally {
  return {
    requests: sum(sent.map(({ requests }) => requests)),
    items: sum(sent.map(({ items }) => items)),
    readUnits: sum(sent.map(({ readUnits }) => readUnits)),
    writeUnits: sum(sent.map(({ writeUnits }) => writeUnits)),
    indexWriteUnits: sum(sent.map(({ indexWriteUnits }) => indexWriteUnits)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const units = z.object({ CapacityUnits: z.number().default(0) });
const consumed = units.extend({
  Table: units.optional(),
  GlobalSecondaryIndexes: z.record(z.string(), units).default({}),
});
const outputSchema = z.object({
  ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional(),
  /** Only in the answer to a query. */
  Count: z.number().optional(),
  Responses: z
    .array(z.object({ Error: z.object({ Code: z.string() }).optional() }))
    .optional()
    .catch(undefined),
});
const inputSchema = z.object({
  Statements: z.array(z.object({ Parameters: z.array(z.unknown()).optional() })).optional(),
  TransactItems: z.array(z.unknown()).optional(),
  RequestItems: z
    .record(z.string(), z.object({ Keys: z.array(z.unknown()) }))
    .optional()
    .catch(undefined),
});

const reads = new Set(['Query', 'Scan', 'GetItem', 'BatchGetItem', 'TransactGetItems']);
export const isRead = ({ operation }: Sent): boolean => reads.has(operation);
const charged = new Set(['DuplicateItem', 'ConditionalCheckFailed']);

/** The input must ask for the consumed capacity. */
export function tallyOf(operation: string, input: object, output: object): Tally {
  const { ConsumedCapacity, Count, Responses } = outputSchema.parse(output);
  const { Statements, TransactItems, RequestItems } = inputSchema.parse(input);
  if (ConsumedCapacity === undefined && Statements === undefined)
    throw new Error(`The database did not report what a ${operation} consumed.`);
  // AWS bills a write that its condition refused by the size of the item. The embedded database reports no units for such a
  // statement of a batch, so they are added here.
  const refused = (Responses ?? []).map(({ Error }, at) =>
    Error && charged.has(Error.Code) ? unitsOf(Statements?.[at]?.Parameters) : 0,
  );
  const all = [ConsumedCapacity ?? []].flat();
  const inTable = sum(all.map(({ Table, CapacityUnits }) => Table?.CapacityUnits ?? CapacityUnits));
  const inIndexes = sum(
    all.flatMap(({ GlobalSecondaryIndexes }) =>
      Object.values(GlobalSecondaryIndexes).map(({ CapacityUnits }) => CapacityUnits),
    ),
  );
  const keys = RequestItems && sum(Object.values(RequestItems).map(({ Keys }) => Keys.length));
  const items = Count ?? Statements?.length ?? TransactItems?.length ?? keys ?? 1;
  const tally = { requests: 1, items, readUnits: 0, writeUnits: 0, indexWriteUnits: 0 };
  return reads.has(operation)
    ? { ...tally, readUnits: inTable + inIndexes }
    : { ...tally, writeUnits: inTable + sum(refused), indexWriteUnits: inIndexes };
}

const unitsOf = (values: unknown): number =>
  Math.max(1, Math.ceil(sum(textsIn(values).map((text) => Buffer.byteLength(text))) / 1024));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
