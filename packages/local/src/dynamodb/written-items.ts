import * as z from 'zod';
import { batchWriteSchema, transactionSchema } from '../iam/dynamodb-requests.ts';
import { itemSchema, type Item } from '../iam/item-requests.ts';
import { parameterFor, parsed, statementSchema, type Statement } from '../iam/partiql.ts';
import type { TableShapes } from '../base/table-shape.ts';

/** An item that a request writes. */
export interface Written {
  readonly table: string;
  readonly key: Item;
  /** What it becomes, where the request says all of it. */
  readonly item?: Item | undefined;
  /** The place of an INSERT among the statements of the request. */
  readonly insert?: number;
}

const oneSchema = z.looseObject({
  TableName: z.string(),
  Key: itemSchema.optional(),
  Item: itemSchema.optional(),
});
const statementsSchema = z.object({
  Statements: z.array(statementSchema).optional(),
  TransactStatements: z.array(statementSchema).optional(),
});

/** The items that a request to DynamoDB writes, in tables that are known. */
export function writtenBy(operation: string, body: unknown, shapes: TableShapes): Written[] {
  const one = ({ TableName, Key, Item: item }: z.infer<typeof oneSchema>) =>
    written({ table: TableName, key: Key ?? item ?? {}, item }, shapes);
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return one(oneSchema.parse(body));
    case 'BatchWriteItem':
      return Object.entries(batchWriteSchema.parse(body).RequestItems).flatMap(([TableName, requests]) =>
        requests.flatMap((request) => Object.values(request).flatMap((each) => one({ TableName, ...each }))),
      );
    case 'TransactWriteItems':
      return transactionSchema
        .parse(body)
        .TransactItems.flatMap(({ ConditionCheck: _check, ...writes }) => Object.values(writes).flatMap(one));
    case 'BatchExecuteStatement':
    case 'ExecuteTransaction': {
      const { Statements = [], TransactStatements = [] } = statementsSchema.parse(body);
      return [...Statements, ...TransactStatements].flatMap((statement, at) =>
        byStatement(statement, at, shapes),
      );
    }
    case 'ExecuteStatement':
      return byStatement(statementSchema.parse(body), 0, shapes);
    default:
      return [];
  }
}

function written({ table, key, ...rest }: Written, shapes: TableShapes): Written[] {
  const shape = shapes[table];
  if (shape === undefined) return [];
  const attributes = shape.keys.map((name) => [name, key[name] ?? {}]);
  return [{ table, key: Object.fromEntries(attributes), ...rest }];
}

const writers: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE']);

function byStatement(statement: Statement, at: number, shapes: TableShapes): Written[] {
  const { verb, table, attributes } = parsed(statement.Statement);
  if (!writers.has(verb)) return [];
  const names = shapes[table]?.keys ?? [];
  const key = Object.fromEntries(names.map((name) => [name, parameterFor(name, statement) ?? {}]));
  if (verb !== 'INSERT') return written({ table, key }, shapes);
  // An insert has a parameter for each attribute.
  const item = attributes.map((name, place) => [name, statement.Parameters[place] ?? {}]);
  return written({ table, key, item: Object.fromEntries(item), insert: at }, shapes);
}
