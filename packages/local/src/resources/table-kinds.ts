import {
  ResourceInUseException,
  ResourceNotFoundException,
  type DynamoDB,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { LocalError } from '../base/local-error.ts';
import { physicalName } from '../base/names.ts';
import type { Resource, ResourceKind } from './resource-kind.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});
const tableSchema = z.object({
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(indexSchema).optional(),
  LocalSecondaryIndexes: unsupported('local indexes are not run here'),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
  StreamSpecification: unsupported('streams are not run here'),
});
type TableProperties = z.infer<typeof tableSchema>;

/** `AWS::DynamoDB::Table` */
export const tableKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'TableName', 255);
    const table = arn('dynamodb', `table/${name}`);
    return { ref: name, attributes: { Arn: table, TableId: name } };
  },
  create: async (resource, { dynamodb: { client } }) => {
    const properties = resource.parse(tableSchema);
    const TableName = physicalName(resource, 'TableName', 255);
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = properties;
    const input = { TableName, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes };
    const existing = await describe(client, TableName);
    if (existing === undefined) {
      await client.createTable({ ...input, BillingMode: 'PAY_PER_REQUEST' }).catch(unlessItExists);
      await setTimeToLive(client, TableName, properties);
    } else {
      refuseOtherKeys(resource, existing.KeySchema ?? [], properties);
      await addIndexes(
        client,
        input,
        existing.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName) ?? [],
      );
    }
  },
};

async function describe(client: DynamoDB, TableName: string) {
  const answer = await client.describeTable({ TableName }).catch((error: unknown) => {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  });
  return answer?.Table;
}

function unlessItExists(error: unknown): void {
  if (!(error instanceof ResourceInUseException)) throw error;
}

async function setTimeToLive(
  client: DynamoDB,
  TableName: string,
  properties: TableProperties,
): Promise<void> {
  const { AttributeName, Enabled = false } = properties.TimeToLiveSpecification ?? {};
  if (!Enabled || AttributeName === undefined) return;
  await client.updateTimeToLive({ TableName, TimeToLiveSpecification: { AttributeName, Enabled } });
}

/** CloudFormation would replace such a table and delete its items. */
function refuseOtherKeys(
  resource: Resource,
  existing: readonly KeySchemaElement[],
  { KeySchema }: TableProperties,
): void {
  if (keyText(existing) === keyText(KeySchema)) return;
  throw new LocalError(
    'template_unsupported',
    `${resource.place}: the existing table has the key (${keyText(existing)}), the template has the key (${keyText(KeySchema)}). Start with --fresh.`,
  );
}

function keyText(keys: readonly KeySchemaElement[]): string {
  return keys.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join(', ');
}

async function addIndexes(
  client: DynamoDB,
  { TableName, AttributeDefinitions, GlobalSecondaryIndexes = [] }: TableProperties & { TableName: string },
  existing: readonly (string | undefined)[],
): Promise<void> {
  for (const Create of GlobalSecondaryIndexes) {
    if (existing.includes(Create.IndexName)) continue;
    await client.updateTable({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] });
  }
}
