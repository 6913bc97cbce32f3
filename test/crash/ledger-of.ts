import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SQS } from '@aws-sdk/client-sqs';
import type { Ledger } from '@sluice/ledger';
import { createDynamoLedger } from '@sluice/ledger/dynamodb';
import type { Addresses } from '@sluice/demo/addresses';
import { z } from 'zod';

/** What no address of the system shows: its ledger, and how many messages lie in its queues. */
export interface Inside {
  readonly ledger: Ledger;
  /** By name; those that hold none are left out. */
  messages(): Promise<Record<string, number>>;
  close(): void;
}

const portsSchema = z.looseObject({ dynamodb: z.int(), sqs: z.int() });

export async function openInside(folder: string, { s3 }: Addresses): Promise<Inside> {
  const ports = portsSchema.parse(JSON.parse(await readFile(join(folder, '.sluice', 'ports.json'), 'utf8')));
  const { region, accessKeyId, secretAccessKey } = s3;
  const config = { region, credentials: { accessKeyId, secretAccessKey } };
  const client = new DynamoDB({ ...config, endpoint: `http://127.0.0.1:${ports.dynamodb}` });
  const sqs = new SQS({ ...config, endpoint: `http://127.0.0.1:${ports.sqs}` });
  const { TableNames = [] } = await client.listTables({});
  const table = TableNames.find((name) => name.includes('Ledger')) ?? '';
  return {
    ledger: createDynamoLedger({ client, table, now: () => new Date() }),
    messages: () => messagesIn(sqs),
    close: () => {
      client.destroy();
      sqs.destroy();
    },
  };
}

async function messagesIn(sqs: SQS): Promise<Record<string, number>> {
  const { QueueUrls = [] } = await sqs.listQueues({});
  const found: Record<string, number> = {};
  for (const QueueUrl of QueueUrls) {
    const { Attributes = {} } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
    const waiting = Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
    const inHand = Number(Attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0);
    if (waiting + inHand > 0) found[QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1)] = waiting + inHand;
  }
  return found;
}
