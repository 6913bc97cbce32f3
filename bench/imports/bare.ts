import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchExecuteStatementCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { inChunks, inParallel } from '@sluice/parallel';
import { z } from 'zod';
import type { Sent } from '../counting.ts';

type Item = Record<string, unknown>;

/** As many as an import has under way at most. */
const requestsAtOnce = 16;
const itemsPerRequest = 25;

type Statement = z.infer<typeof statement>;

/** The writes of records and their lookup entries, as an import sent them. */
export interface Written {
  readonly statements: readonly Statement[];
  readonly requests: number;
}

const statement = z.object({
  Statement: z.string(),
  Parameters: z.array(z.union([z.string(), z.number(), z.boolean()])),
});
const statements = z.object({ Statements: z.array(statement) });

export function writtenIn(sent: readonly Sent[]): Written {
  const writes = sent.filter(({ operation }) => operation === 'BatchExecuteStatement');
  return {
    requests: writes.length,
    statements: writes.flatMap(({ input }) => statements.parse(input).Statements),
  };
}

/** The same statements once more, in another table: conditions and all, and nothing around them. */
export function repeatStatements(
  client: DynamoDBClient,
  { statements: all }: Written,
  [from, to]: readonly [string, string],
): Promise<number> {
  const moved = all.map(({ Statement, Parameters }) => ({
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
      new BatchWriteCommand({ RequestItems: { [table]: puts } }),
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

const keyOf = ({ pk, sk }: Item): string => `${String(pk)} ${String(sk)}`;

/** Names stand in the text, in the order of the parameters; what an update is conditional on comes last, and is old. */
function itemOf({ Statement, Parameters }: Statement): Item {
  const names = [...Statement.matchAll(/'(\w+)': \?|"(\w+)" = \?/g)].map(([, a, b]) => a ?? b ?? '');
  const item: Item = {};
  for (const [at, name] of names.entries()) {
    const value = Parameters[at];
    if (value !== undefined) item[name] ??= value;
  }
  return item;
}

async function timed<T>(values: readonly T[], send: (chunk: T[]) => Promise<void>): Promise<number> {
  const begun = performance.now();
  await inParallel(inChunks(values, itemsPerRequest), requestsAtOnce, send);
  return performance.now() - begun;
}
