import { consoleRoutes, type ConsoleRouteName, type Role } from '@sluice/console/api/routes';
import { Stack } from 'aws-cdk-lib';
import type { PrivateBucket } from './constructs/private-bucket.ts';
import type { History } from './constructs/history.ts';
import { throughService } from './constructs/encryption.ts';
import { stageAround } from './stack/sluice-stack.ts';

interface Parts {
  readonly drops: PrivateBucket;
  readonly files: PrivateBucket;
  readonly history: History;
}

/**
 * IAM policies for people, as JSON, by the name of their output. Nobody but the keepers of profiles may write one, nobody but
 * the keepers of migrations one of those, and whoever drops may not approve. `FOLDER` stands for one folder of the inbox: a profile, or a schema and a lookup.
 */
export function peoplePolicies({ drops, files, history }: Parts): Record<string, string> {
  const objects = ({ bucket }: PrivateBucket, keys: string) => bucket.arnForObjects(keys);
  const invoke = (...requests: string[]) => ({
    Action: ['execute-api:Invoke'],
    Resource: requests.map((request) => history.arnOf(request)),
  });
  const use = (...actions: string[]) => useOfKey(drops, actions);
  const read = [
    invoke(...requests('runs', 'run')),
    { Action: ['s3:GetObject'], Resource: [objects(files, 'runs/*/results/*')] },
    ...use('Decrypt'),
  ];
  /** Files that are kept by name in a folder of the drop bucket: whoever keeps them may list and remove them. */
  const keep = (folder: string) => [
    {
      Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      Resource: [objects(drops, `${folder}*`)],
    },
    {
      Action: ['s3:ListBucket'],
      Resource: [drops.bucket.bucketArn],
      Condition: { StringLike: { 's3:prefix': `${folder}*` } },
    },
    ...use('Decrypt', 'GenerateDataKey'),
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
    ApproverPolicy: [...read, invoke(...requests(...actsOnRuns('approver')))],
    ProfileKeeperPolicy: [
      ...keep('profiles/'),
      // To accept a proposal: the dropped version is dropped again.
      { Action: ['s3:GetObjectVersion'], Resource: [objects(drops, 'inbox/*')] },
    ],
    MigrationKeeperPolicy: [
      ...read,
      ...keep('migrations/'),
      // To check the profiles of its steps.
      { Action: ['s3:GetObject'], Resource: [objects(drops, 'profiles/*')] },
      invoke(...requests('migrations', 'migration'), 'POST/migrations/*/*'),
    ],
  };
  return Object.fromEntries(
    Object.entries(statements).map(([name, allowed]) => {
      const Statement = allowed.map((one) => ({ Effect: 'Allow', ...one }));
      return [name, Stack.of(drops).toJsonString({ Version: '2012-10-17', Statement })];
    }),
  );
}

/** Requests of the console as IAM names them: the history takes the same ones, and a part in braces takes any value. */
const requests = (...names: readonly ConsoleRouteName[]): string[] =>
  names.map((name) => {
    const { method, path } = consoleRoutes[name];
    return `${method}${path.replaceAll(/\{\w+\}/gu, '*')}`;
  });

/** What a person of this role may do to a run at the console, they may by the command line too. */
const actsOnRuns = (role: Role): ConsoleRouteName[] =>
  (['approve', 'cancel', 'decide', 'undo'] as const).filter((name) => {
    const may: readonly Role[] = consoleRoutes[name].may;
    return may.includes(role);
  });

/** Through S3, which asks for the key of the buckets; nothing where they have none. */
function useOfKey(drops: PrivateBucket, actions: readonly string[]): object[] {
  const { buckets: key } = stageAround(drops).encryption;
  if (key === undefined) return [];
  const Action = actions.map((action) => `kms:${action}`);
  return [{ Action, Resource: [key], Condition: throughService('s3', drops) }];
}
