import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/** What was asked of the table, in requests, items and units as AWS bills them. */
export interface Tally {
  readonly requests: number;
  /** Items that a write or a read of keys names; items that a query answers. */
  readonly items: number;
  readonly readUnits: number;
  /** For the table itself. */
  readonly writeUnits: number;
  readonly indexWriteUnits: number;
}

/** One request. */
export interface Sent extends Tally {
  /** `Query`, `BatchGetItem`, … */
  readonly operation: string;
  /** The labels that the caller gives to the partitions it names: `user`, `lookup`, … */
  readonly labels: readonly string[];
  readonly input: object;
}

export interface Counting {
  /** What was sent while `run` ran. At other times requests are left alone. */
  during<T>(run: () => Promise<T>): Promise<{ answer: T; sent: Sent[] }>;
}

/**
 * Counts what goes through a client, by its middleware. Each request asks the database what it consumed
 * (`ReturnConsumedCapacity: INDEXES`), so the units are the database's own, index by index.
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
  /** Of a query. */
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

function tallyOf(operation: string, input: object, output: object): Tally {
  const { ConsumedCapacity, Count, Responses } = outputSchema.parse(output);
  const { Statements, TransactItems, RequestItems } = inputSchema.parse(input);
  if (ConsumedCapacity === undefined && Statements === undefined)
    throw new Error(`The database did not report what a ${operation} consumed.`);
  // AWS bills a write that its condition refused by the size of the item. The embedded database reports nothing for those
  // among the statements of a batch, so they are added here.
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
  const asked = { requests: 1, items, readUnits: 0, writeUnits: 0, indexWriteUnits: 0 };
  return reads.has(operation)
    ? { ...asked, readUnits: inTable + inIndexes }
    : { ...asked, writeUnits: inTable + sum(refused), indexWriteUnits: inIndexes };
}

const unitsOf = (values: unknown): number =>
  Math.max(1, Math.ceil(sum(textsIn(values).map((text) => Buffer.byteLength(text))) / 1024));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
