import { z } from 'zod';
import {
  batchWriteSchema,
  itemSchema,
  parameterFor,
  statementSchema,
  transactionSchema,
  type Item,
} from '../iam/requests/dynamodb.ts';
import type { TableShapes } from './table-shape.ts';

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

function byStatement(statement: z.infer<typeof statementSchema>, at: number, shapes: TableShapes): Written[] {
  const [, verb, table = ''] =
    /^\s*(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+"([^"]+)"/i.exec(statement.Statement) ?? [];
  if (verb === undefined) return [];
  const names = shapes[table]?.keys ?? [];
  const key = Object.fromEntries(names.map((name) => [name, parameterFor(name, statement) ?? {}]));
  if (!/^INSERT/i.test(verb)) return written({ table, key }, shapes);
  return written({ table, key, item: inserted(statement), insert: at }, shapes);
}

/** Inserts have a parameter for each attribute: `{'pk': ?, 'sk': ?}`. */
function inserted({ Statement, Parameters }: z.infer<typeof statementSchema>): Item {
  const names = [...Statement.matchAll(/'([^']+)'\s*:\s*\?/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, at) => [name, Parameters[at] ?? {}]));
}
