import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SQS } from '@aws-sdk/client-sqs';
import type { Ledger } from '@sluice/ledger';
import { createDynamoLedger } from '@sluice/ledger/dynamodb';
import * as z from 'zod';
import { databaseEndpoint } from '../local-run/database.ts';
import { startLocal, type LocalSystem } from '../local-run/local-system.ts';
import { treeOf } from '../local-run/process-tree.ts';

/** A system that can be killed and started again on the same data. */
export interface KilledSystem {
  readonly local: LocalSystem;
  readonly inside: Inside;
  /** Kills all its processes at once (`kill -9`), and starts it again on the same data. */
  killAll(): Promise<void>;
  /** Kills only the database (`kill -9`). */
  killDatabase(): void;
  end(): Promise<void>;
}

export async function startSystem(folder: string): Promise<KilledSystem> {
  let local = await startLocal(folder);
  let inside = await openInside(folder, local);
  return {
    get local() {
      return local;
    },
    get inside() {
      return inside;
    },
    killAll: async () => {
      inside.close();
      for (const pid of treeOf(local.child.pid ?? 0)) kill(pid);
      await local.ended;
      local = await startLocal(folder);
      inside = await openInside(folder, local);
    },
    killDatabase: () => {
      kill(databaseOf(local).pid);
    },
    end: async () => {
      inside.close();
      await local.release();
    },
  };
}

function databaseOf({ child }: LocalSystem): { readonly pid: number; readonly endpoint: string } {
  for (const pid of treeOf(child.pid ?? 0)) {
    const endpoint = databaseEndpoint(pid);
    if (endpoint !== undefined) return { pid, endpoint };
  }
  throw new Error('There is no process of a database.');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

/** What the addresses of the system do not give: its ledger, and the messages in its queues. */
interface Inside {
  readonly ledger: Ledger;
  /** How many, by queue; without the empty queues. */
  messages(): Promise<Record<string, number>>;
  close(): void;
}

const portsSchema = z.looseObject({ sqs: z.int() });

async function openInside(folder: string, local: LocalSystem): Promise<Inside> {
  const ports = portsSchema.parse(JSON.parse(await readFile(join(folder, '.sluice', 'ports.json'), 'utf8')));
  const { region, accessKeyId, secretAccessKey } = local.addresses.s3;
  const config = { region, credentials: { accessKeyId, secretAccessKey } };
  const client = new DynamoDB({ ...config, endpoint: databaseOf(local).endpoint });
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
