import { expect, test } from 'vitest';
import { Json } from '../base/json.ts';
import { dynamoDbAccesses } from './dynamodb-requests.ts';
import { serviceAccesses } from './json-requests.ts';
import { s3Accesses } from './s3-requests.ts';

const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:000000000000:${rest}`;
const table = arn('dynamodb', 'table/t');
const partitionKeyOf = (resource: string) =>
  ({ [table]: 'pk', [`${table}/index/byTime`]: 'gsi1pk' })[resource];
const S = (value: string) => ({ S: value });
const Key = { pk: S('run#1'), sk: S('a') };
const one = { TableName: 't', Key };
const update = {
  UpdateExpression: 'SET #n = if_not_exists(#n, :zero) ADD uses :one REMOVE inner.part',
  ConditionExpression: 'attribute_exists(pk) AND begins_with (title, :t)',
  ExpressionAttributeNames: { '#n': 'name' },
};
const attributes = ['pk', 'sk', 'name', 'uses', 'inner', 'title'];

/** Action, resource after the table, leading keys. */
test.each<[string, object, unknown[][]]>([
  ['GetItem', one, [['GetItem', '', ['run#1']]]],
  ['PutItem', { TableName: 't', Item: Key }, [['PutItem', '', ['run#1']]]],
  ['DescribeTable', { TableName: 't' }, [['DescribeTable', '', []]]],
  [
    'Query',
    {
      TableName: 't',
      KeyConditionExpression: '#p = :p AND sk < :b',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': S('run#1'), ':b': S('x') },
    },
    [['Query', '', ['run#1']]],
  ],
  [
    'Query',
    {
      TableName: 't',
      IndexName: 'byTime',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': S('day') },
    },
    [['Query', '/index/byTime', ['day']]],
  ],
  [
    'BatchGetItem',
    { RequestItems: { t: { Keys: [Key, { ...Key, pk: S('run#2') }] }, u: { Keys: [Key] } } },
    [
      ['BatchGetItem', '', ['run#1', 'run#2']],
      ['BatchGetItem', 'u', []],
    ],
  ],
  [
    'BatchWriteItem',
    {
      RequestItems: {
        t: [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key: { ...Key, pk: S('b') } } }],
      },
    },
    [['BatchWriteItem', '', ['run#1', 'b']]],
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 't', Item: Key } },
        { Update: one },
        { Delete: one },
        { ConditionCheck: { TableName: 't', Key: { ...Key, pk: S('lane#1') } } },
      ],
    },
    [
      ['PutItem', '', ['run#1']],
      ['UpdateItem', '', ['run#1']],
      ['DeleteItem', '', ['run#1']],
      ['ConditionCheckItem', '', ['lane#1']],
    ],
  ],
  ['TransactGetItems', { TransactItems: [{ Get: one }] }, [['GetItem', '', ['run#1']]]],
  [
    'BatchExecuteStatement',
    {
      Statements: [
        { Statement: `INSERT INTO "t" VALUE {'sk': ?, 'pk': ?}`, Parameters: [S('a'), S('L#1')] },
        {
          Statement: `UPDATE "t" SET "a" = ? SET "b" = ? WHERE "pk" = ? AND "sk" = ?`,
          Parameters: ['1', '2', 'L#2', 'a'].map(S),
        },
        { Statement: `SELECT "a" FROM "t"."byTime" WHERE gsi1pk = ?`, Parameters: [S('day')] },
        { Statement: `DELETE FROM "t" WHERE "pk" = ?`, Parameters: [S('L#3')] },
      ],
    },
    [
      ['PartiQLInsert', '', ['L#1']],
      ['PartiQLUpdate', '', ['L#2']],
      ['PartiQLSelect', '/index/byTime', ['day']],
      ['PartiQLDelete', '', ['L#3']],
    ],
  ],
])('%s of DynamoDB is checked by item, table and partition', (operation, body, expected) => {
  const accesses = dynamoDbAccesses(operation, body, partitionKeyOf);
  expect(
    accesses.map(({ action, resource, context }) => [
      action.replace('dynamodb:', ''),
      resource.replace(table, '').replace(/^.*table\//, ''),
      context?.['dynamodb:LeadingKeys'],
    ]),
  ).toEqual(expected);
});

test('an update is checked with all attributes of its expressions', () => {
  const [access] = dynamoDbAccesses('UpdateItem', { ...one, ...update }, partitionKeyOf);
  expect(access?.context?.['dynamodb:Attributes']).toEqual(attributes);
});

test('a statement that is not understood is refused', () => {
  expect(() => dynamoDbAccesses('ExecuteStatement', { Statement: 'EXISTS(1)' }, partitionKeyOf)).toThrow(
    'not understood',
  );
});

/** Method, path, headers; actions. */
test.each<[string, string, Record<string, string>, string[]]>([
  ['GET', '/', {}, ['s3:ListAllMyBuckets *']],
  ['GET', '/b?list-type=2&prefix=a', {}, ['s3:ListBucket b prefix=a']],
  ['HEAD', '/b', {}, ['s3:ListBucket b prefix=']],
  ['GET', '/b?versions', {}, ['s3:ListBucketVersions b prefix=']],
  ['GET', '/b?versioning', {}, ['s3:GetBucketVersioning b']],
  ['POST', '/b?delete', {}, []],
  ['GET', '/b/k', {}, ['s3:GetObject b/k']],
  ['HEAD', '/b/k?versionId=1', {}, ['s3:GetObjectVersion b/k']],
  ['PUT', '/b/k', {}, ['s3:PutObject b/k']],
  [
    'PUT',
    '/b/k',
    { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-tagging': 'a=b' },
    ['s3:PutObject b/k', 's3:PutObjectRetention b/k', 's3:PutObjectTagging b/k'],
  ],
  [
    'PUT',
    '/b/k',
    { 'x-amz-object-lock-legal-hold': 'ON' },
    ['s3:PutObject b/k', 's3:PutObjectLegalHold b/k'],
  ],
  [
    'PUT',
    '/b/k',
    { 'x-amz-copy-source': '/c/a%20b?versionId=1' },
    ['s3:GetObjectVersion c/a b', 's3:PutObject b/k'],
  ],
  ['POST', '/b/k?uploads', {}, ['s3:PutObject b/k']],
  ['PUT', '/b/k?partNumber=1&uploadId=u', {}, ['s3:PutObject b/k']],
  ['POST', '/b/k?uploadId=u', {}, ['s3:PutObject b/k']],
  ['DELETE', '/b/k?uploadId=u', {}, ['s3:AbortMultipartUpload b/k']],
  ['DELETE', '/b/k', {}, ['s3:DeleteObject b/k']],
  [
    'DELETE',
    '/b/k?versionId=1',
    { 'x-amz-bypass-governance-retention': 'true' },
    ['s3:DeleteObjectVersion b/k', 's3:BypassGovernanceRetention b/k'],
  ],
])('%s %s of S3 with %j needs %j', (method, url, headers, expected) => {
  const { pathname, searchParams: query } = new URL(url, 'http://local');
  const [, bucket = '', key = ''] = pathname.split('/');
  const needed = s3Accesses({ method, bucket, key, query, headers }).map(({ action, resource, context }) =>
    [
      action,
      resource.replace('arn:aws:s3:::', ''),
      ...(context ? [`prefix=${context['s3:prefix']}`] : []),
    ].join(' '),
  );
  expect(needed).toEqual(expected);
});

const queue = { QueueUrl: 'http://127.0.0.1:1/000000000000/q' };
const mail = {
  FromEmailAddress: 'Sluice <a@x.org>',
  Destination: { ToAddresses: ['b@x.org'] },
  Content: { Simple: {} },
};
const role = arn('iam', 'role/r');

test.each<[string, string, string, object, string[]]>([
  ['POST', '/', 'AmazonSQS.SendMessageBatch', queue, [`sqs:SendMessage ${arn('sqs', 'q')}`]],
  ['POST', '/', 'AmazonSQS.GetQueueUrl', { QueueName: 'q' }, [`sqs:GetQueueUrl ${arn('sqs', 'q')}`]],
  ['POST', '/', 'secretsmanager.GetSecretValue', { SecretId: 's' }, ['secretsmanager:GetSecretValue s']],
  ['POST', '/', 'AWSStepFunctions.StartExecution', { stateMachineArn: 'm' }, ['states:StartExecution m']],
  ['POST', '/', 'AWSStepFunctions.DescribeExecution', { executionArn: 'e' }, ['states:DescribeExecution e']],
  [
    'POST',
    '/v2/email/outbound-emails',
    '',
    { ...mail, ConfigurationSetName: 'c' },
    [`ses:SendEmail ${arn('ses', 'identity/a@x.org')}`, `ses:SendEmail ${arn('ses', 'configuration-set/c')}`],
  ],
  [
    'POST',
    '/v2/email/outbound-emails',
    '',
    { ...mail, Content: { Raw: {} } },
    [`ses:SendRawEmail ${arn('ses', 'identity/a@x.org')}`],
  ],
  [
    'POST',
    '/schedules/one',
    '',
    { GroupName: 'g', Target: { RoleArn: role } },
    [`scheduler:CreateSchedule ${arn('scheduler', 'schedule/g/one')}`, `iam:PassRole ${role}`],
  ],
  [
    'DELETE',
    '/schedules/one?groupName=g',
    '',
    {},
    [`scheduler:DeleteSchedule ${arn('scheduler', 'schedule/g/one')}`],
  ],
  ['POST', '/', 'Other.DoIt', {}, ['Other:DoIt *']],
])('%s %s %s %j needs %j', (method, url, target, body, expected) => {
  const accesses = serviceAccesses({ method, url, target, body: Json.ofValue(body) });
  expect(accesses.map(({ action, resource }) => `${action} ${resource}`)).toEqual(expected);
});
