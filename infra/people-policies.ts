import { Stack } from 'aws-cdk-lib';
import type { PrivateBucket } from './constructs/private-bucket.ts';
import type { History } from './constructs/history.ts';
import { throughService } from './constructs/encryption.ts';
import { stageAround } from './sluice-stack.ts';

interface Parts {
  readonly drops: PrivateBucket;
  readonly files: PrivateBucket;
  readonly history: History;
}

/**
 * IAM policies for people, as JSON, by the name of their output. Nobody but the keepers of profiles may write one, and
 * whoever drops may not approve. `FOLDER` stands for one folder of the inbox: a profile, or a schema and a lookup.
 */
export function peoplePolicies({ drops, files, history }: Parts): Record<string, string> {
  const objects = ({ bucket }: PrivateBucket, keys: string) => bucket.arnForObjects(keys);
  const invoke = (...requests: string[]) => ({
    Action: ['execute-api:Invoke'],
    Resource: requests.map((request) => history.arnOf(request)),
  });
  const { buckets: key } = stageAround(drops).encryption;
  /** Through S3, which asks for the key of the buckets. */
  const use = (...actions: string[]) =>
    key === undefined
      ? []
      : [
          {
            Action: actions.map((action) => `kms:${action}`),
            Resource: [key],
            Condition: throughService('s3', drops),
          },
        ];
  const read = [
    invoke('GET/runs', 'GET/runs/*'),
    { Action: ['s3:GetObject'], Resource: [objects(files, 'runs/*/results/*')] },
    ...use('Decrypt'),
  ];
  const { stackName } = Stack.of(drops);
  const stack = Stack.of(drops).formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `${stackName}/*`,
  });
  const statements = {
    CommandLinePolicy: [{ Action: ['cloudformation:DescribeStacks'], Resource: [stack] }],
    DropperPolicy: [
      { Action: ['s3:PutObject'], Resource: [objects(drops, 'inbox/FOLDER/*')] },
      ...use('Decrypt', 'GenerateDataKey'),
    ],
    ReaderPolicy: read,
    ApproverPolicy: [...read, invoke('POST/runs/*/approve', 'POST/runs/*/cancel')],
    ProfileKeeperPolicy: [
      { Action: ['s3:GetObject', 's3:PutObject'], Resource: [objects(drops, 'profiles/*')] },
      // To accept a proposal: the dropped version is dropped again.
      { Action: ['s3:GetObjectVersion'], Resource: [objects(drops, 'inbox/*')] },
      ...use('Decrypt', 'GenerateDataKey'),
    ],
  };
  return Object.fromEntries(
    Object.entries(statements).map(([name, allowed]) => {
      const Statement = allowed.map((one) => ({ Effect: 'Allow', ...one }));
      return [name, Stack.of(drops).toJsonString({ Version: '2012-10-17', Statement })];
    }),
  );
}
