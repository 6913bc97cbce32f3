import { CloudFormation, type CloudFormationClientConfig } from '@aws-sdk/client-cloudformation';
import { STS } from '@aws-sdk/client-sts';
import { expect, test } from 'vitest';
import { queryHandler } from '../aws-query/query-handler.ts';
import { frontClient } from '../testing/front-fixture.ts';
import { keys } from '../testing/s3-fixture.ts';
import { stackQueries } from './stack-queries.ts';

const policy = '{"Resource":"a&b<c>"}';
const handler = queryHandler(
  stackQueries({
    stacks: [
      { name: 'Flow', outputs: { DropBucket: 'drops', Policy: policy } },
      { name: 'Service', outputs: { ServiceUrl: 'http://127.0.0.1:1' } },
      { name: 'Bare', outputs: {} },
    ],
    accessKeyId: 'AKIAOWNER',
    startedAt: new Date('2026-03-01T08:00:00Z'),
  }),
);

test('a stack is described with its outputs, and another name does not exist', async () => {
  const client = await frontClient(CloudFormation, (front) => front.forms(handler));
  const outputsOf = async (StackName: string) =>
    (await client.describeStacks({ StackName })).Stacks?.map(({ Outputs }) => Outputs);
  expect(await outputsOf('Flow')).toEqual([
    [
      { OutputKey: 'DropBucket', OutputValue: 'drops' },
      { OutputKey: 'Policy', OutputValue: policy },
    ],
  ]);
  expect((await client.describeStacks({})).Stacks?.map(({ StackName }) => StackName)).toEqual([
    'Flow',
    'Service',
    'Bare',
  ]);
  expect(await outputsOf('Bare')).toEqual([[]]);
  const missing = { name: 'ValidationError', message: 'Stack with id Other does not exist' };
  await expect(outputsOf('Other')).rejects.toMatchObject(missing);
  await expect(client.listStacks({})).rejects.toMatchObject({ name: 'InvalidAction' });
});

class Stranger extends CloudFormation {
  constructor(config: CloudFormationClientConfig) {
    super({ ...config, credentials: { ...keys, secretAccessKey: 'guessed' } });
  }
}

test('a request with a wrong secret is refused as the query services of AWS do', async () => {
  const client = await frontClient(Stranger, (front) => front.forms(handler));
  await expect(client.describeStacks({})).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});

test('the caller is the owner of the keys', async () => {
  const client = await frontClient(STS, (front) => front.forms(handler));
  expect(await client.getCallerIdentity({})).toMatchObject({
    UserId: 'AKIAOWNER',
    Arn: expect.stringContaining(':user/local'),
  });
});
