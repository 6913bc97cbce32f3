import { mkdirSync } from 'node:fs';
import { SQS } from '@aws-sdk/client-sqs';
import type { Policies } from '../iam/authority.ts';
import type { AwsClientConfig } from '../base/credentials.ts';
import { hostServer } from '../gateway/hosted-server.ts';
import type { Ports } from '../base/ports.ts';
import { accountId } from '../base/pseudo-parameters.ts';

export interface SqsServer {
  readonly endpoint: string;
  readonly client: SQS;
  queueUrl(queueName: string): string;
  adopt(policies: Policies): Promise<void>;
  /** Resolves once the message is on the disk. */
  send(queueArn: string, body: string): Promise<void>;
  stop(): Promise<void>;
}

export interface SqsOptions {
  readonly dataDir: string;
  readonly ports: Ports;
  readonly aws: AwsClientConfig;
  /** The file of the log of accesses. */
  readonly accessLog: string;
}

export async function startSqs({ dataDir, ports, aws, accessLog }: SqsOptions): Promise<SqsServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const hosting = { ports, service: 'sqs' };
  const host = await hostServer(new URL('queue-host.ts', import.meta.url), hosting, {
    dataDir,
    keys: aws.credentials,
    accessLog,
  });
  const endpoint = `http://127.0.0.1:${host.port}`;
  const client = new SQS({ ...aws, endpoint });
  const queueUrl = (queueName: string): string => `${endpoint}/${accountId}/${queueName}`;
  return {
    endpoint,
    client,
    queueUrl,
    adopt: host.adopt,
    send: async (queueArn, body) => {
      await client.sendMessage({ QueueUrl: queueUrl(queueNameOf(queueArn)), MessageBody: body });
    },
    stop: async () => {
      client.destroy();
      await host.stop();
    },
  };
}

export function queueNameOf(queueArn: string): string {
  return queueArn.slice(queueArn.lastIndexOf(':') + 1);
}
