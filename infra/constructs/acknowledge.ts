import { CfnElement, Stack, Token, Validations } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/**
 * Accepts findings of cdk-nag on a construct, each with its true reason.
 *
 * @param reasons rule id, such as `AwsSolutions-S1` or `AwsSolutions-IAM5[Resource::*]`, to the reason
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  const rules = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(construct).acknowledge(...rules);
}

/** AWS lets whoever may invoke a function also invoke its versions, and CDK grants both at once. */
export function acknowledgeVersions(role: IConstruct, invoked: IConstruct): void {
  acknowledge(role, {
    [`AwsSolutions-IAM5[Resource::<${logicalIdOf(invoked)}.Arn>:*]`]:
      'The versions of one function, and nothing else.',
  });
}

/** How findings name the region and the account of a stack, as in an ARN. */
export function placeInFindings(construct: IConstruct): string {
  const { region, account } = Stack.of(construct);
  const known = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
  return `${known(region, 'Region')}:${known(account, 'AccountId')}`;
}

/** How findings name the ARN of a bucket. */
export function arnInFindings(bucket: IBucket): string {
  const isOurs = bucket.node.defaultChild !== undefined;
  return isOurs ? `<${logicalIdOf(bucket)}.Arn>` : `arn:<AWS::Partition>:s3:::${bucket.bucketName}`;
}

/** The id by which findings name the resource of a construct. */
export function logicalIdOf(construct: IConstruct): string {
  const resource = construct.node.defaultChild;
  if (!CfnElement.isCfnElement(resource))
    throw new Error(`${construct.node.path} is no resource of this app`);
  return Stack.of(construct).resolve(resource.logicalId);
}
