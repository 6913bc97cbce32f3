import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { Ports } from '../base/ports.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startSqs, type SqsServer } from './sqs-server.ts';

async function start(folder: string): Promise<SqsServer & { stopNow(): Promise<void> }> {
  const ports = new Ports(join(folder, 'ports.json'));
  const sqs = await startSqs({
    dataDir: join(folder, 'sqs'),
    ports,
    aws: { region: 'us-east-1', credentials: keys },
    accessLog: join(folder, 'iam.jsonl'),
  });
  let stopped: Promise<void> | undefined;
  const stopNow = (): Promise<void> => (stopped ??= sqs.stop());
  onTestFinished(stopNow);
  return { ...sqs, stopNow };
}

const arn = 'arn:aws:sqs:us-east-1:000000000000:work';

function receive(sqs: SqsServer, VisibilityTimeout: number) {
  return sqs.client
    .receiveMessage({
      QueueUrl: sqs.queueUrl('work'),
      VisibilityTimeout,
      WaitTimeSeconds: 2,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    })
    .then(({ Messages: [message] = [] }) => message);
}

test('a message that was in flight at the end is visible at once after a restart, and that receive is not counted', async () => {
  const folder = tempDir();
  const before = await start(folder);
  await before.client.createQueue({ QueueName: 'work' });
  await before.send(arn, 'text');
  expect((await receive(before, 3600))?.Body).toBe('text');
  await before.stopNow();

  const after = await start(folder);
  const again = await receive(after, 3600);
  expect(again?.Body).toBe('text');
  expect(again?.Attributes).toEqual({ ApproximateReceiveCount: '1' });
});

test('a message is received again once its visibility timeout is set to 0', async () => {
  const sqs = await start(tempDir());
  const QueueUrl = sqs.queueUrl('work');
  await sqs.client.createQueue({ QueueName: 'work' });
  await sqs.send(arn, 'text');
  const first = await receive(sqs, 3600);
  const { ReceiptHandle } = { ...first };
  await sqs.client.changeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
  const second = await receive(sqs, 3600);
  expect(second?.Attributes).toEqual({ ApproximateReceiveCount: '2' });
  await sqs.client.deleteMessage({ QueueUrl, ReceiptHandle: second?.ReceiptHandle });
});

test('the server listens on the loopback interface only', async () => {
  const sqs = await start(tempDir());
  const { port } = new URL(sqs.endpoint);
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = others.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (outside === undefined) return;
  await expect(fetch(`http://${outside.address}:${port}/`)).rejects.toThrow('fetch failed');
});
