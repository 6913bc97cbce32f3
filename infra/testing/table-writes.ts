import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { permissions, type Permission } from './statements.ts';

/** A write as IAM sees it. */
export interface Write {
  readonly holder: string;
  readonly action: string;
  readonly partition: string;
  /** Attributes of an `UpdateItem`. */
  readonly attributes: readonly string[];
}

const conditionsSchema = z.object({
  'ForAllValues:StringLike': z.object({ 'dynamodb:LeadingKeys': z.array(z.string()) }),
  'ForAllValues:StringEquals': z.object({ 'dynamodb:Attributes': z.array(z.string()) }).optional(),
});
export const limitsOf = ({ conditions }: Permission) => {
  const parsed = conditionsSchema.parse(conditions);
  return {
    partitions: parsed['ForAllValues:StringLike']['dynamodb:LeadingKeys'],
    attributes: parsed['ForAllValues:StringEquals']?.['dynamodb:Attributes'],
  };
};
/** The patterns have no character that means something in a regular expression, but `*`. */
export const isLike = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'u').test(text);

/** What the roles of these functions may write to a table. */
export const grantedWrites = (table: RegExp, holders: readonly string[]): Permission[] =>
  permissions().filter(
    ({ holder, action, resource }) =>
      holders.includes(holder) && table.test(resource) && !/:(?:Get|BatchGet|Query)/u.test(action),
  );

/** Each partition of each grant. */
export const partitionsOf = (granted: readonly Permission[]): string[] =>
  granted.flatMap((grant) => limitsOf(grant).partitions.map((pattern) => nameOf(grant, pattern)));

/** The partitions of grants that cover a write. */
export const covering = (granted: readonly Permission[], write: Write): string[] =>
  granted
    .filter(({ holder, action }) => holder === write.holder && action === `dynamodb:${write.action}`)
    .flatMap((grant) => {
      const { partitions, attributes } = limitsOf(grant);
      if (attributes && !write.attributes.every((name) => attributes.includes(name))) return [];
      return partitions
        .filter((pattern) => isLike(pattern, write.partition))
        .map((pattern) => nameOf(grant, pattern));
    });

const nameOf = ({ holder, action }: Permission, partition: string) => `${holder} ${action} ${partition}`;

const keySchema = z.object({ pk: z.object({ S: z.string() }) });
const updateSchema = z.object({
  Key: keySchema,
  UpdateExpression: z.string(),
  ConditionExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
});
const statementSchema = z.object({
  Statement: z.string(),
  Parameters: z.array(z.object({ S: z.string().optional() })),
});

function updateOf(input: unknown): Omit<Write, 'holder'> {
  const update = updateSchema.parse(input);
  const { Key, UpdateExpression, ConditionExpression, ExpressionAttributeNames: names } = update;
  const words = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:\w])#?[a-z]\w*/gu) ?? [];
  const attributes = words.filter((word) => !/^attribute_/u.test(word)).map((word) => names[word] ?? word);
  return { action: 'UpdateItem', partition: Key.pk.S, attributes: ['pk', 'sk', ...attributes] };
}

/** The writes of a request to DynamoDB. */
export function writesOf(operation: string, body: unknown): Omit<Write, 'holder'>[] {
  const key = (action: string, item: unknown) => [
    { action, partition: keySchema.parse(item).pk.S, attributes: [] },
  ];
  if (operation === 'PutItem') return key(operation, z.object({ Item: z.unknown() }).parse(body).Item);
  if (operation === 'UpdateItem') return [updateOf(body)];
  if (operation === 'TransactWriteItems')
    return z
      .object({
        TransactItems: z.array(
          z.record(z.string(), z.looseObject({ Item: z.unknown().optional(), Key: z.unknown().optional() })),
        ),
      })
      .parse(body)
      .TransactItems.flatMap((item) =>
        Object.entries(item).flatMap(([kind, { Item, Key }]) =>
          key(
            kind === 'Put' ? 'PutItem' : kind === 'ConditionCheck' ? 'ConditionCheckItem' : kind,
            Item ?? Key,
          ),
        ),
      );
  if (operation === 'BatchExecuteStatement')
    return z
      .object({ Statements: z.array(statementSchema) })
      .parse(body)
      .Statements.map(({ Statement, Parameters }) => {
        const isInsert = Statement.startsWith('INSERT');
        const names = [...Statement.matchAll(isInsert ? /'(\w+)': \?/gu : /"(\w+)" = \?/gu)].map(
          ([, name]) => name,
        );
        const partition = Parameters[names.indexOf('pk')]?.S ?? '';
        return { action: isInsert ? 'PartiQLInsert' : 'PartiQLUpdate', partition, attributes: [] };
      });
  return [];
}

/** Records each request to DynamoDB. */
export function recordRequests(
  { middlewareStack }: Pick<DynamoDBClient, 'middlewareStack'>,
  seen: (operation: string, body: unknown) => void,
): void {
  middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: Uint8Array };
      seen(headers['x-amz-target']?.split('.')[1] ?? '', JSON.parse(new TextDecoder().decode(body)));
      return next(args);
    },
    { step: 'finalizeRequest', name: 'recordRequests' },
  );
}
