import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SESv2 } from '@aws-sdk/client-sesv2';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accessLogName, readAccessLog } from '../iam/access-log.ts';
import { writeFlow, type FlowOptions } from '../testing/flow-fixture.ts';
import { clientOf } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startMachine } from './start-machine.ts';

async function start(options?: FlowOptions) {
  const folder = tempDir();
  const dataDir = join(folder, 'data');
  const running = await startMachine({
    cdkOut: writeFlow(join(folder, 'cdk.out'), options),
    dataDir,
    speed: 10,
    log: () => undefined,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= running.stop());
  onTestFinished(stop);
  const accesses = () => readAccessLog(readFileSync(join(dataDir, 'logs', accessLogName), 'utf8'));
  return { ...running, stop, accesses };
}

test('a role may do what its policies allow, and every server denies it the rest as AWS does', async () => {
  const { machine, outputs, accesses, stop } = await start();
  const { dynamodb, front, mail, s3, sqs } = machine;
  const credentials = machine.authority.keysOf('Flow-Role');
  const config = { region: 'us-east-1', credentials, maxAttempts: 1 };
  const table = new DynamoDB({ ...config, endpoint: dynamodb.endpoint });
  const TableName = outputs['TableName'];
  const pk = { S: 'one' };
  await table.putItem({ TableName, Item: { pk } });
  const denied = {
    name: expect.stringMatching(/^AccessDenied/),
    message: expect.stringMatching(/Flow-Role.*is not authorized to perform/),
  };
  const bucket = outputs['BucketName'];
  const calls = [
    () => table.getItem({ TableName, Key: { pk } }),
    () =>
      table.transactWriteItems({
        TransactItems: [{ Put: { TableName, Item: { pk } } }, { Delete: { TableName, Key: { pk } } }],
      }),
    () => clientOf(s3.endpoint, credentials).getObject({ Bucket: bucket, Key: 'a' }),
    () => clientOf(s3.endpoint, credentials).deleteObject({ Bucket: bucket, Key: 'a' }),
    () => new SQS({ ...config, endpoint: sqs.endpoint }).createQueue({ QueueName: 'made' }),
    () => new SecretsManager({ ...config, endpoint: front.endpoint }).getSecretValue({ SecretId: 'other' }),
    () => new SFN({ ...config, endpoint: front.endpoint }).describeExecution({ executionArn: 'arn' }),
    () =>
      new SESv2({ ...config, endpoint: mail.endpoint }).sendEmail({
        FromEmailAddress: 'a@x.org',
        Content: { Simple: { Subject: { Data: 'a' }, Body: { Text: { Data: 'a' } } } },
      }),
  ];
  for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject(denied);
  await stop();
  expect(accesses().denied).toHaveLength(calls.length);
  expect(accesses().checked).toBeGreaterThan(calls.length);
  expect(accesses().unused).not.toContainEqual(expect.stringContaining('dynamodb:PutItem'));
});

test('each version of an object in a list to delete is checked, and a missing object is for those who may list', async () => {
  const { machine, outputs, credentials } = await start();
  const owner = clientOf(machine.s3.endpoint, credentials);
  const role = clientOf(machine.s3.endpoint, machine.authority.keysOf('Flow-Role'));
  const Bucket = outputs['BucketName'];
  for (const Key of ['mine/a', 'a']) await owner.putObject({ Bucket, Key, Body: 'a' });
  const { Deleted, Errors } = await role.deleteObjects({
    Bucket,
    Delete: { Objects: [{ Key: 'mine/a' }, { Key: 'a' }] },
  });
  expect(Deleted).toMatchObject([{ Key: 'mine/a' }]);
  expect(Errors).toMatchObject([{ Key: 'a', Code: 'AccessDenied' }]);
  await expect(owner.getObject({ Bucket, Key: 'mine/b' })).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(role.getObject({ Bucket, Key: 'mine/b' })).rejects.toMatchObject({ name: 'AccessDenied' });
});

test.each([
  ['dynamodb:PutItem', 'dynamodb:PutItem arn:aws:dynamodb:us-east-1:000000000000:table/Shared-Table'],
  [
    'states:StartExecution',
    'states:StartExecution arn:aws:states:us-east-1:000000000000:stateMachine:Flow-Machine',
  ],
  ['sqs:ReceiveMessage', 'sqs:ReceiveMessage arn:aws:sqs:us-east-1:000000000000:Flow-Queue'],
  [
    'lambda:InvokeFunction',
    'lambda:InvokeFunction arn:aws:lambda:us-east-1:000000000000:function:Flow-Finish',
  ],
])('without %s in the template, the call that needs it is denied', async (without, denied) => {
  const { machine, outputs, credentials, accesses } = await start({ without });
  const owner = clientOf(machine.s3.endpoint, credentials);
  await owner.putObject({ Bucket: outputs['BucketName'], Key: 'inbox/a.csv', Body: 'a' });
  await vi.waitFor(() => expect(accesses().denied).toContain(`Flow-Role ${denied}`), 15_000);
});

test('without the statement of the queue that lets the bucket send, nothing starts', async () => {
  await expect(start({ lacks: 'QueuePolicy' })).rejects.toThrow(
    /Flow\/Bucket: Unable to validate .*:Flow-Queue/,
  );
});

test('without the permission of the function, its API answers with an error', async () => {
  const { outputs, accesses } = await start({ lacks: 'Permission' });
  expect((await fetch(`${outputs['Url']}any`)).status).toBe(500);
  expect(accesses().denied).toEqual([
    'apigateway.amazonaws.com lambda:InvokeFunction arn:aws:lambda:us-east-1:000000000000:function:Flow-Answer',
  ]);
});
