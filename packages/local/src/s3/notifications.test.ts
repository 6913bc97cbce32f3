import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { s3Fixture } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';

const arrivals = {
  id: 'arrivals',
  queueArn: 'arn:aws:sqs:us-east-1:000000000000:arrivals',
  events: ['s3:ObjectCreated:*'],
  prefix: 'inbox/',
  suffix: '.csv',
};
const bodySchema = z.object({
  Records: z.array(z.looseObject({ s3: z.looseObject({ object: z.looseObject({}) }) })),
});

test('a queue is notified of objects under its prefix and suffix, with the key encoded like a form', async () => {
  const { s3, client } = await s3Fixture();
  s3.setNotifications('kept', [arrivals]);
  const received: string[] = [];
  s3.deliverTo(async (_, body) => void received.push(body));
  const put = (Key: string) => client.putObject({ Bucket: 'kept', Key, Body: 'a,b' });
  const { VersionId } = await put('inbox/new clients (1) é+.csv');
  await put('inbox/readme.txt');
  await put('else/new.csv');
  await client.deleteObject({ Bucket: 'kept', Key: 'inbox/new clients (1) é+.csv' });
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(JSON.parse(received[0]!)).toMatchObject({ Event: 's3:TestEvent', Bucket: 'kept' });
  const [record] = bodySchema.parse(JSON.parse(received[1]!)).Records;
  expect(record).toMatchObject({
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    userIdentity: { principalId: 'AWS:AKIATEST' },
    s3: {
      bucket: { name: 'kept' },
      object: { key: 'inbox/new+clients+%281%29+%C3%A9%2B.csv', size: 3, versionId: VersionId },
    },
  });
  expect(record?.s3.object['sequencer']).toMatch(/^[0-9A-F]+$/);
});

test('a notification that was not delivered yet is sent after a restart (invariant 8)', async () => {
  const folder = tempDir();
  const before = await s3Fixture(folder);
  before.s3.setNotifications('kept', [arrivals]);
  await before.client.putObject({ Bucket: 'kept', Key: 'inbox/a.csv', Body: 'a' });
  await before.stop();

  const after = await s3Fixture(folder);
  const received: string[] = [];
  after.s3.deliverTo(async (_, body) => void received.push(body));
  await vi.waitFor(() => expect(received.join('\n')).toContain('inbox/a.csv'));
});

test('a notification that its queue refuses is sent again', async () => {
  const { s3, client, errors } = await s3Fixture();
  s3.setNotifications('kept', [arrivals]);
  const send = vi.fn<(queueArn: string, body: string) => Promise<void>>().mockResolvedValue(undefined);
  send.mockRejectedValueOnce(new Error('no queue'));
  s3.deliverTo(send);
  await client.putObject({ Bucket: 'kept', Key: 'inbox/a.csv', Body: 'a' });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3), { timeout: 15_000 });
  expect(errors.join()).toContain('no queue');
});
