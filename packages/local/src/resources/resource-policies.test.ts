import { expect, test } from 'vitest';
import { Authority } from '../iam/authority.ts';
import { policySchema, resourcePolicySchema, type Access } from '../iam/policy.ts';

const queue = 'arn:aws:sqs:us-east-1:000000000000:work';
const bucket = 'arn:aws:s3:::drops';
const role = 'arn:aws:iam::000000000000:role/reader';

const overTlsOnly = {
  ...{ Effect: 'Deny', Principal: { AWS: '*' }, Action: '*', Resource: '*' },
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
};
const fromBucket = {
  ...{
    Effect: 'Allow',
    Principal: { Service: 's3.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: queue,
  },
  Condition: {
    ArnLike: { 'AWS:SourceArn': `${bucket}-*` },
    StringEquals: { 'aws:SourceAccount': '000000000000' },
  },
};
const grant = (AWS: string, Effect = 'Allow') => ({
  ...{ Effect, Principal: { AWS }, Action: 's3:GetObject', Resource: `${bucket}/*` },
});

function authorityOf(resource: string, statements: object[], ofRole: object[] = []): Authority {
  const authority = new Authority({ accessKeyId: 'owner', secretAccessKey: 'secret' });
  authority.adopt({
    roles: { reader: policySchema.parse({ Statement: ofRole }) },
    resources: { [resource]: resourcePolicySchema.parse({ Statement: statements }) },
    tables: {},
  });
  return authority;
}

const send = (context: Access['context']) => ({ action: 'sqs:SendMessage', resource: queue, context });
const source = { 'aws:SourceArn': [`${bucket}-1`], 'aws:SourceAccount': ['000000000000'] };

test.each<[string, boolean, object[], string, Access['context']]>([
  ['the bucket that the policy names', true, [overTlsOnly, fromBucket], 's3', source],
  ['another bucket', false, [fromBucket], 's3', { ...source, 'aws:SourceArn': ['arn:aws:s3:::other'] }],
  ['a bucket of another account', false, [fromBucket], 's3', { ...source, 'aws:SourceAccount': ['1'] }],
  ['another service', false, [fromBucket], 'sns', source],
  [
    'a request without TLS',
    false,
    [overTlsOnly, fromBucket],
    's3',
    { ...source, 'aws:SecureTransport': ['false'] },
  ],
  ['nobody whom a statement allows', false, [overTlsOnly], 's3', source],
])('to a queue, %s may send: %s', (_, may, statements, service, context) => {
  const refused = authorityOf(queue, statements).refusalOfService(`${service}.amazonaws.com`, send(context));
  expect(refused === undefined).toBe(may);
});

const reading = [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }];

test.each<[string, boolean, object[], object[], Access['context']]>([
  ['its own policy', true, [overTlsOnly], reading, {}],
  ['the policy of the bucket, which names it', true, [grant(role)], [], {}],
  ['a policy that names only the account', false, [grant('arn:aws:iam::000000000000:root')], [], {}],
  ['a policy that names another role', false, [grant(`${role}2`)], [], {}],
  ['its own policy, against a denial of the bucket', false, [grant(role, 'Deny')], reading, {}],
  ['its own policy, without TLS', false, [overTlsOnly], reading, { 'aws:SecureTransport': ['false'] }],
])('by %s, a role may read an object: %s', (_, may, statements, ofRole, context) => {
  const access = { action: 's3:GetObject', resource: `${bucket}/a.csv`, context };
  const refused = authorityOf(bucket, statements, ofRole).refusalOfRole('reader', access);
  expect(refused === undefined).toBe(may);
});
