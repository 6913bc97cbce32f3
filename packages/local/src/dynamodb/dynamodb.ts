import { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Policies } from '../iam/authority.ts';
import type { AwsClientConfig } from '../base/credentials.ts';
import type { Limits } from '../base/limits.ts';
import { hostServer } from '../gateway/hosted-server.ts';
import { startDatabase, type DatabaseOptions } from './database-process.ts';

export interface DynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDB;
  adopt(policies: Policies): Promise<void>;
  stop(): Promise<void>;
}

export interface DynamoDbOptions extends DatabaseOptions {
  readonly aws: AwsClientConfig;
  /** The file of the log of accesses. */
  readonly accessLog: string;
  readonly limits: Limits;
}

export async function startDynamoDb({
  aws,
  accessLog,
  limits,
  ...options
}: DynamoDbOptions): Promise<DynamoDb> {
  const database = await startDatabase(options);
  const hosting = { ports: options.ports, service: 'tables' };
  const host = await hostServer(new URL('table-host.ts', import.meta.url), hosting, {
    database: database.endpoint,
    isEmbedded: database.isEmbedded,
    keys: aws.credentials,
    accessLog,
    indexLagMs: limits.indexLagMs,
    throughput: limits.throughput,
  });
  const endpoint = `http://127.0.0.1:${host.port}`;
  const client = new DynamoDB({ ...aws, endpoint });
  return {
    endpoint,
    client,
    adopt: host.adopt,
    stop: async () => {
      client.destroy();
      await host.stop();
      await database.stop();
    },
  };
}
