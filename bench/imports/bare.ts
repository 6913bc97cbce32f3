import {
  BatchExecuteStatementCommand,
  BatchWriteItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { attributesOf } from '@sluice/aws-kit/dynamodb';
import { inChunks, inParallel } from '@sluice/aws-kit/parallel';
import * as z from 'zod';
import type { Sent } from '../counting.ts';
import { timed } from '../rounds.ts';

type Item = Record<string, AttributeValue>;
type Statement = z.infer<typeof statementSchema>;

/** An import has at most this many requests at once. */
const requestsAtOnce = 16;
const itemsPerRequest = 25;

const statementSchema = z.object({
  Statement: z.string(),
  Parameters: z.array(z.custom<AttributeValue>((value) => typeof value === 'object')),
});
const inputSchema = z.object({ Statements: z.array(statementSchema) });

/** The writes that an import sent for records and their lookup entries. */
export function statementsIn(sent: readonly Sent[]): Statement[] {
  const writes = sent.filter(({ operation }) => operation === 'BatchExecuteStatement');
  return writes.flatMap(({ input }) => inputSchema.parse(input).Statements);
}

/** Sends the same statements again to another table, with their conditions. @returns milliseconds */
export function repeatStatements(
  client: DynamoDBClient,
  all: readonly Statement[],
  table: string,
): Promise<number> {
  const moved = all.map(({ Statement, Parameters }) => ({
    Statement: Statement.replace(/"[^"]+"/u, `"${table}"`),
    Parameters,
  }));
  return sendAll(moved, async (Statements) => {
    const { Responses = [] } = await client.send(new BatchExecuteStatementCommand({ Statements }));
    const failed = Responses.find(({ Error }) => Error);
    if (failed) throw new Error(`A bare statement failed: ${failed.Error?.Code}.`);
  });
}

/** Puts the final items without any condition, which is the cheapest way. @returns milliseconds */
export function putItems(client: DynamoDBClient, items: readonly Item[], table: string): Promise<number> {
  return sendAll(items, (chunk) => putChunk(client, chunk, table));
}

/** Puts up to 25 items. */
export function putPlain(client: DynamoDBClient, items: readonly object[], table: string): Promise<void> {
  return putChunk(client, items.map(attributesOf), table);
}

async function putChunk(client: DynamoDBClient, items: readonly Item[], table: string): Promise<void> {
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  const { UnprocessedItems = {} } = await client.send(
    new BatchWriteItemCommand({ RequestItems: { [table]: puts } }),
  );
  if (Object.keys(UnprocessedItems).length > 0) throw new Error('The database was too busy for bare writes.');
}

/** The items that the statements leave in the table, from its items before them. */
export function itemsOf(statements: readonly Statement[], before: readonly Item[] = []): Item[] {
  const known = new Map(before.map((item) => [keyOf(item), item]));
  const puts = statements.filter(({ Statement }) => !Statement.startsWith('DELETE'));
  return puts.map((statement) => {
    const item = itemOf(statement);
    return { ...known.get(keyOf(item)), ...item };
  });
}

const keyOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;

/** The names are in the text, in the order of the parameters. The condition of an update comes last and has old values. */
function itemOf({ Statement, Parameters }: Statement): Item {
  const names = [...Statement.matchAll(/'(\w+)': \?|"(\w+)" = \?/g)].map(([, a, b]) => a ?? b ?? '');
  const item: Item = {};
  for (const [at, name] of names.entries()) {
    const value = Parameters[at];
    if (value !== undefined) item[name] ??= value;
  }
  return item;
}

function sendAll<T>(values: readonly T[], send: (chunk: T[]) => Promise<void>): Promise<number> {
  return timed(() => inParallel(inChunks(values, itemsPerRequest), requestsAtOnce, send));
}
