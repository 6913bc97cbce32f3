import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';

/** What was asked of the table, in requests, items and units of what AWS bills. */
export interface Tally {
  readonly requests: number;
  /** Items sent or named in a write or a read of keys; items answered by a query. */
  readonly items: number;
  readonly readUnits: number;
  /** Of the table itself. */
  readonly writeUnits: number;
  readonly indexWriteUnits: number;
}

/** One request as it was made. */
export interface Sent extends Tally {
  /** `Query`, `BatchGetItem`, … */
  readonly operation: string;
  /** Whose items it spoke of, by the labels that the caller gives to partitions: `user`, `lookup`, … */
  readonly labels: readonly string[];
  readonly input: object;
}

export interface Counting {
  /** What was sent while `run` ran. Outside of it nothing is added to any request. */
  during<T>(run: () => Promise<T>): Promise<{ answer: T; sent: Sent[] }>;
}

/**
 * Counts what goes through a client, by its own middleware: each request asks the database to say what it consumed
 * (`ReturnConsumedCapacity: INDEXES`), so the units are those of the database, index by index.
 */
export function countRequests(
  client: DynamoDBClient,
  labelOf: (partition: string) => string | undefined,
): Counting {
  let sent: Sent[] | undefined;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const into = sent;
        if (!into) return next(args);
        const { input } = args;
        const asking = { ...input, ReturnConsumedCapacity: 'INDEXES' as const };
        const result = await next({ ...args, input: asking });
        const operation = commandName.replace(/Command$/, '');
        const labels = [...new Set(textsIn(input).flatMap((text) => labelOf(text) ?? []))];
        into.push({ operation, labels, input, ...tallyOf(operation, input, result.output) });
        return result;
      },
    { step: 'initialize', name: 'counting' },
  );
  return {
    during: async (run) => {
      const outer = sent;
      const mine: Sent[] = [];
      sent = mine;
      try {
        return { answer: await run(), sent: mine };
      } finally {
        sent = outer;
      }
    },
  };
}

export const nothing: Tally = { requests: 0, items: 0, readUnits: 0, writeUnits: 0, indexWriteUnits: 0 };

export function total(sent: readonly Tally[]): Tally {
  return sent.reduce(
    (sum, each) => ({
      requests: sum.requests + each.requests,
      items: sum.items + each.items,
      readUnits: sum.readUnits + each.readUnits,
      writeUnits: sum.writeUnits + each.writeUnits,
      indexWriteUnits: sum.indexWriteUnits + each.indexWriteUnits,
    }),
    nothing,
  );
}

/** Totals by whatever tells requests apart: their operation, their labels. */
export function totals(sent: readonly Sent[], by: (sent: Sent) => string): Map<string, Tally> {
  return new Map([...Map.groupBy(sent, by)].map(([key, group]) => [key, total(group)]));
}

const units = z.object({ CapacityUnits: z.number().default(0) });
const consumed = z.object({
  CapacityUnits: z.number().default(0),
  Table: units.optional(),
  GlobalSecondaryIndexes: z.record(z.string(), units).optional(),
});
const consumption = z.object({ ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional() });

const reads = new Set(['Query', 'Scan', 'GetItem', 'BatchGetItem', 'TransactGetItems']);

function tallyOf(operation: string, input: object, output: object): Tally {
  const said = consumption.parse(output).ConsumedCapacity;
  const refused = refusedUnits(input, output);
  if (said === undefined && refused === undefined)
    throw new Error(`The database did not say what a ${operation} consumed.`);
  const all = [said ?? []].flat();
  const inTable = sum(all.map(({ Table, CapacityUnits }) => Table?.CapacityUnits ?? CapacityUnits));
  const inIndexes = sum(
    all.flatMap(({ GlobalSecondaryIndexes = {} }) =>
      Object.values(GlobalSecondaryIndexes).map(({ CapacityUnits }) => CapacityUnits),
    ),
  );
  const asked = { ...nothing, requests: 1, items: itemsOf(input, output) };
  return reads.has(operation)
    ? { ...asked, readUnits: inTable + inIndexes }
    : { ...asked, writeUnits: inTable + (refused ?? 0), indexWriteUnits: inIndexes };
}

const statements = z.object({
  Statements: z.array(z.object({ Parameters: z.array(z.unknown()).optional() })),
});
const responses = z.object({
  Responses: z.array(z.object({ Error: z.object({ Code: z.string() }).optional() })),
});
const charged = new Set(['DuplicateItem', 'ConditionalCheckFailed']);

/**
 * AWS bills a write that its condition refused by the size of the item, in the table alone. The embedded database says
 * nothing of those among the statements of a batch, so they are added here; undefined where there are no statements.
 */
function refusedUnits(input: object, output: object): number | undefined {
  const sent = statements.safeParse(input);
  const back = responses.safeParse(output);
  if (!sent.success || !back.success) return undefined;
  return sum(
    back.data.Responses.map(({ Error }, at) =>
      Error && charged.has(Error.Code) ? unitsOf(sent.data.Statements[at]?.Parameters) : 0,
    ),
  );
}

const unitsOf = (values: unknown): number =>
  Math.max(1, Math.ceil(sum(textsIn(values).map((text) => Buffer.byteLength(text))) / 1024));

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const answered = z.object({ Count: z.number() });
const batched = z.union([
  z.object({ Statements: z.array(z.unknown()) }).transform(({ Statements }) => Statements.length),
  z.object({ TransactItems: z.array(z.unknown()) }).transform(({ TransactItems }) => TransactItems.length),
  z
    .object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(z.unknown()) })) })
    .transform(({ RequestItems }) => sum(Object.values(RequestItems).map(({ Keys }) => Keys.length))),
]);

function itemsOf(input: object, output: object): number {
  const query = answered.safeParse(output);
  if (query.success) return query.data.Count;
  const batch = batched.safeParse(input);
  return batch.success ? batch.data : 1;
}

/** Every text within a request: keys among them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
