import {
  BatchExecuteStatementCommand,
  BatchWriteItemCommand,
  type AttributeValue,
  type BatchStatementRequest,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import type { Sent } from '../counting.ts';

type Item = Record<string, AttributeValue>;

/** As many as an import has under way at most. */
const requestsAtOnce = 16;
const itemsPerRequest = 25;

/** The writes of records and their lookup entries, as an import sent them. */
export interface Written {
  readonly statements: readonly BatchStatementRequest[];
  readonly requests: number;
}

const statements = z.object({
  Statements: z.array(
    z.object({ Statement: z.string(), Parameters: z.array(z.record(z.string(), z.any())) }),
  ),
});

export function writtenIn(sent: readonly Sent[]): Written {
  const writes = sent.filter(({ operation }) => operation === 'BatchExecuteStatement');
  return {
    requests: writes.length,
    statements: writes.flatMap(({ input }): BatchStatementRequest[] =>
      statements.parse(input).Statements.map(({ Statement, Parameters }) => ({
        Statement,
        Parameters: Parameters.map((value) => attribute.parse(value)),
      })),
    ),
  };
}

const attribute = z.union([
  z.object({ S: z.string() }),
  z.object({ N: z.string() }),
  z.object({ BOOL: z.boolean() }),
]);

/** The same statements once more, in another table: conditions and all, and nothing around them. */
export function repeatStatements(
  client: DynamoDBClient,
  { statements: all }: Written,
  [from, to]: readonly [string, string],
): Promise<number> {
  const moved = all.map(({ Statement = '', Parameters }) => ({
    Statement: Statement.replace(`"${from}"`, `"${to}"`),
    Parameters,
  }));
  return timed(moved, async (Statements) => {
    const { Responses = [] } = await client.send(new BatchExecuteStatementCommand({ Statements }));
    const failed = Responses.find(({ Error }) => Error);
    if (failed) throw new Error(`A bare statement failed: ${failed.Error?.Code}.`);
  });
}

/** The items as they lie in the table afterwards, put without any condition: the cheapest way there is. */
export function putItems(client: DynamoDBClient, items: readonly Item[], table: string): Promise<number> {
  return timed(items, async (chunk) => {
    const puts = chunk.map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: puts } }),
    );
    if (Object.keys(UnprocessedItems).length > 0)
      throw new Error('The database was too busy for bare writes.');
  });
}

/** What statements leave behind, over what was there. */
export function itemsOf({ statements: all }: Written, before: readonly Item[] = []): Item[] {
  const known = new Map(before.map((item) => [keyOf(item), item]));
  return all.map((statement) => {
    const item = itemOf(statement);
    return { ...known.get(keyOf(item)), ...item };
  });
}

const keyOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;

/** Names stand in the text, in the order of the parameters; what an update is conditional on comes last, and is old. */
function itemOf({ Statement = '', Parameters = [] }: BatchStatementRequest): Item {
  const names = [...Statement.matchAll(/'(\w+)': \?|"(\w+)" = \?/g)].map(([, a, b]) => a ?? b ?? '');
  const item: Item = {};
  for (const [at, name] of names.entries()) {
    const value = Parameters[at];
    if (value) item[name] ??= value;
  }
  return item;
}

async function timed<T>(values: readonly T[], send: (chunk: T[]) => Promise<void>): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < values.length) {
      const first = next;
      next += itemsPerRequest;
      await send(values.slice(first, first + itemsPerRequest));
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: requestsAtOnce }, worker));
  return performance.now() - begun;
}
