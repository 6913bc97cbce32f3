import { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { AwsClientConfig } from '../machine/credentials.ts';
import type { Ports } from '../machine/ports.ts';
import { startDatabase } from './database-process.ts';

export interface DynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDB;
  stop(): Promise<void>;
}

export interface DynamoDbOptions {
  readonly dataDir: string;
  readonly ports: Ports;
  readonly aws: AwsClientConfig;
  readonly log: (line: string) => void;
}

export async function startDynamoDb({ dataDir, ports, aws, log }: DynamoDbOptions): Promise<DynamoDb> {
  const database = await startDatabase({ dataDir, ports, log });
  const client = new DynamoDB({ ...aws, endpoint: database.endpoint });
  return {
    endpoint: database.endpoint,
    client,
    stop: async () => {
      client.destroy();
      await database.stop();
    },
  };
}
