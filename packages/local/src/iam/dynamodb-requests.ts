import * as z from 'zod';
import { remembering } from '../base/remember.ts';
import { arn } from '../base/pseudo-parameters.ts';
import type { Access } from './policy.ts';
import { itemSchema, type Item } from './item-requests.ts';
import { parameterFor, parsed, statementSchema, type Statement } from './partiql.ts';

/** The name of the partition key of a table or index, by its ARN. */
export type PartitionKeyOf = (resource: string) => string | undefined;

const namesSchema = z.record(z.string(), z.string()).default({});
const oneSchema = z.looseObject({
  TableName: z.string(),
  IndexName: z.string().optional(),
  Key: itemSchema.optional(),
  Item: itemSchema.optional(),
  ExpressionAttributeNames: namesSchema,
  ExpressionAttributeValues: itemSchema.default({}),
  KeyConditionExpression: z.string().optional(),
  UpdateExpression: z.string().optional(),
  ConditionExpression: z.string().optional(),
  FilterExpression: z.string().optional(),
  ProjectionExpression: z.string().optional(),
});
type One = z.infer<typeof oneSchema>;

const batchGetSchema = z.object({
  RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(itemSchema) })),
});
export const batchWriteSchema = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(z.record(z.string(), z.object({ Key: itemSchema.optional(), Item: itemSchema.optional() }))),
  ),
});
export const transactionSchema = z.object({ TransactItems: z.array(z.record(z.string(), oneSchema)) });

/** What IAM checks for one request to DynamoDB: each item of a transaction, each table of a batch. */
export function dynamoDbAccesses(operation: string, body: unknown, keyOf: PartitionKeyOf): Access[] {
  switch (operation) {
    case 'BatchGetItem':
      return Object.entries(batchGetSchema.parse(body).RequestItems).map(([TableName, { Keys }]) =>
        accessTo(operation, tableArn(TableName), keysIn(Keys, tableArn(TableName), keyOf)),
      );
    case 'BatchWriteItem':
      return Object.entries(batchWriteSchema.parse(body).RequestItems).map(([TableName, requests]) => {
        const items = requests.flatMap((one) => Object.values(one).map(({ Key, Item }) => Key ?? Item ?? {}));
        return accessTo(operation, tableArn(TableName), keysIn(items, tableArn(TableName), keyOf));
      });
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return transactionSchema
        .parse(body)
        .TransactItems.flatMap((item) =>
          Object.entries(item).map(([kind, one]) =>
            single(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, one, keyOf),
          ),
        );
    case 'ExecuteStatement':
      return [partiQl(statementSchema.parse(body), keyOf)];
    case 'BatchExecuteStatement':
      return z
        .object({ Statements: z.array(statementSchema) })
        .parse(body)
        .Statements.map((one) => partiQl(one, keyOf));
    case 'ExecuteTransaction':
      return z
        .object({ TransactStatements: z.array(statementSchema) })
        .parse(body)
        .TransactStatements.map((one) => partiQl(one, keyOf));
    default:
      return [single(operation, oneSchema.parse(body), keyOf)];
  }
}

function single(operation: string, one: One, keyOf: PartitionKeyOf): Access {
  const resource = resourceOf(one);
  const item = one.Key ?? one.Item;
  const leading = item === undefined ? queried(one, keyOf(resource)) : keysIn([item], resource, keyOf);
  const access = accessTo(operation, resource, leading);
  const attributes = new Set([...Object.keys(item ?? {}), ...attributesOf(one)]);
  return { ...access, context: { ...access.context, 'dynamodb:Attributes': [...attributes] } };
}

function accessTo(operation: string, resource: string, leadingKeys: readonly string[]): Access {
  return { action: `dynamodb:${operation}`, resource, context: { 'dynamodb:LeadingKeys': leadingKeys } };
}

export const tableArn = (name: string): string => arn('dynamodb', `table/${name}`);

function resourceOf({ TableName, IndexName }: Pick<One, 'TableName' | 'IndexName'>): string {
  const table = TableName.startsWith('arn:') ? TableName : tableArn(TableName);
  return IndexName === undefined ? table : `${table}/index/${IndexName}`;
}

const textOf = (value: Item[string] | undefined): string[] => Object.values(value ?? {}).map(String);

function keysIn(items: readonly Item[], resource: string, keyOf: PartitionKeyOf): string[] {
  const name = keyOf(resource);
  return name === undefined ? [] : items.flatMap((item) => textOf(item[name]));
}

/** The partition that a query names. */
function queried(one: One, partitionKey: string | undefined): string[] {
  for (const part of one.KeyConditionExpression?.split(' AND ') ?? []) {
    const [, name = '', value = ''] = /^\s*(#?\w+)\s*=\s*(:\w+)\s*$/.exec(part) ?? [];
    if ((one.ExpressionAttributeNames[name] ?? name) === partitionKey)
      return textOf(one.ExpressionAttributeValues[value]);
  }
  return [];
}

const keywords = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN']);

/** The attributes in an expression. What follows a colon is a value, a dot a part of an attribute; a function has a bracket. */
const namedIn = remembering((expression: string) =>
  (expression.match(/(?<![:#\w.])#?[A-Za-z_]\w*\b(?!\s*\()/g) ?? []).filter((word) => !keywords.has(word)),
);

function attributesOf(one: One): string[] {
  const { UpdateExpression, ConditionExpression, KeyConditionExpression, FilterExpression } = one;
  return [
    UpdateExpression,
    ConditionExpression,
    KeyConditionExpression,
    FilterExpression,
    one.ProjectionExpression,
  ]
    .flatMap((expression) => (expression === undefined ? [] : namedIn(expression)))
    .map((word) => one.ExpressionAttributeNames[word] ?? word);
}

const verbs: Readonly<Record<string, string>> = {
  INSERT: 'PartiQLInsert',
  UPDATE: 'PartiQLUpdate',
  DELETE: 'PartiQLDelete',
  SELECT: 'PartiQLSelect',
};

function partiQl(statement: Statement, keyOf: PartitionKeyOf): Access {
  const { verb, table, index } = parsed(statement.Statement);
  const action = verbs[verb];
  if (action === undefined) throw new Error(`This statement is not understood here: ${statement.Statement}`);
  const resource = resourceOf({ TableName: table, IndexName: index });
  return accessTo(action, resource, textOf(parameterFor(keyOf(resource) ?? '', statement)));
}
