import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { applies, dynamoDbAccesses, type Access } from '@sluice/local/iam';
import { permissions, type Permission } from './statements.ts';

/** A write as IAM sees it. */
export interface Write extends Access {
  readonly holder: string;
}

const reads = /:(?:Get|BatchGet|Query)/u;
const leadingKeys = 'dynamodb:LeadingKeys';

export function limitsOf({ holder, action, conditions }: Permission) {
  const partitions = conditions?.['ForAllValues:StringLike']?.[leadingKeys];
  if (partitions === undefined) throw new Error(`${holder} ${action} is not limited to partitions`);
  return { partitions, attributes: conditions?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'] };
}

/** What the roles of these functions may write to a table. */
export const grantedWrites = (table: RegExp, holders: readonly string[]): Permission[] =>
  permissions().filter(
    ({ holder, action, resource }) => holders.includes(holder) && table.test(resource) && !reads.test(action),
  );

/** The same, each partition on its own. */
const byPartition = (granted: readonly Permission[]) =>
  granted.flatMap((grant) =>
    limitsOf(grant).partitions.map((partition) => ({
      name: `${grant.holder} ${grant.action} ${partition}`,
      holder: grant.holder,
      // The tables of tests have other names.
      permission: {
        ...grant,
        resource: '*',
        conditions: { ...grant.conditions, 'ForAllValues:StringLike': { [leadingKeys]: [partition] } },
      },
    })),
  );

/** Each partition of each grant. */
export const partitionsOf = (granted: readonly Permission[]): string[] =>
  byPartition(granted).map(({ name }) => name);

/** The partitions of grants that cover a write. */
export const covering = (granted: readonly Permission[], write: Write): string[] =>
  byPartition(granted)
    .filter(({ holder, permission }) => holder === write.holder && applies(permission, write))
    .map(({ name }) => name);

/** The writes of a request to DynamoDB. */
export function writesOf(operation: string, body: unknown): Access[] {
  if (reads.test(`:${operation}`)) return [];
  return dynamoDbAccesses(operation, body, () => 'pk');
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
