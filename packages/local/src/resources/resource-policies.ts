import * as z from 'zod';
import type { Resource } from './resource-kind.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { unsupported } from '../templates/unsupported.ts';
import { resourcePolicySchema, type ResourcePermission } from '../iam/policy.ts';

type Owned = readonly [owner: string, permissions: readonly ResourcePermission[]];

const PolicyDocument = resourcePolicySchema;
const queuesSchema = z.object({ PolicyDocument, Queues: z.array(z.string()) });
const topicsSchema = z.object({ PolicyDocument, Topics: z.array(z.string()) });
const bucketSchema = z.object({ PolicyDocument, Bucket: z.string() });
const permissionSchema = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.string().optional(),
  PrincipalOrgID: unsupported('organizations are not known here'),
  FunctionUrlAuthType: unsupported('URLs of functions are not run here'),
});

/** The policies of one resource in the templates: those of queues, topics, buckets and functions. */
const readers: Readonly<Record<string, (resource: Resource) => Owned[]>> = {
  'AWS::SQS::QueuePolicy': (resource) => {
    const { Queues, PolicyDocument: permissions } = resource.parse(queuesSchema);
    return Queues.map((url) => [arn('sqs', url.slice(url.lastIndexOf('/') + 1)), permissions]);
  },
  'AWS::SNS::TopicPolicy': (resource) => {
    const { Topics, PolicyDocument: permissions } = resource.parse(topicsSchema);
    return Topics.map((topic) => [topic, permissions]);
  },
  'AWS::S3::BucketPolicy': (resource) => {
    const { Bucket, PolicyDocument: permissions } = resource.parse(bucketSchema);
    return [[`arn:aws:s3:::${Bucket}`, permissions]];
  },
  'AWS::Lambda::Permission': (resource) => {
    const {
      Action: action,
      FunctionName,
      Principal: principal,
      ...source
    } = resource.parse(permissionSchema);
    const owner = FunctionName.startsWith('arn:') ? FunctionName : arn('lambda', `function:${FunctionName}`);
    const { SourceArn, SourceAccount } = source;
    const conditions = {
      ...(SourceArn !== undefined && { ArnLike: { 'aws:SourceArn': [SourceArn] } }),
      ...(SourceAccount !== undefined && { StringEquals: { 'aws:SourceAccount': [SourceAccount] } }),
    };
    return [[owner, [{ effect: 'Allow', action, resource: owner, principal, conditions }]]];
  },
};

/** The types of resources that `permissionsByResource` reads. */
export const resourcePolicyTypes: readonly string[] = Object.keys(readers);

/** What the policies of each resource say, by its ARN. */
export function permissionsByResource(resources: readonly Resource[]): Record<string, ResourcePermission[]> {
  const byOwner: Record<string, ResourcePermission[]> = {};
  for (const resource of resources) {
    for (const [owner, permissions] of readers[resource.type]?.(resource) ?? [])
      (byOwner[owner] ??= []).push(...permissions);
  }
  return byOwner;
}
