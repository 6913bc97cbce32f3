import { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { AwsClientConfig } from '../machine/credentials.ts';
import { startDatabase, type DatabaseOptions } from './database-process.ts';

export type DynamoDb = Awaited<ReturnType<typeof startDynamoDb>>;

export async function startDynamoDb({
  aws,
  ...options
}: DatabaseOptions & { readonly aws: AwsClientConfig }) {
  const { endpoint, stop } = await startDatabase(options);
  const client = new DynamoDB({ ...aws, endpoint });
  return {
    endpoint,
    client,
    stop: async () => {
      client.destroy();
      await stop();
    },
  };
}
