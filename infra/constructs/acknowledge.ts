import { Stack, Validations } from 'aws-cdk-lib';
import { CfnFunction, type Function } from 'aws-cdk-lib/aws-lambda';
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
export function acknowledgeVersions(role: IConstruct, invoked: Function): void {
  const resource = invoked.node.defaultChild;
  if (!(resource instanceof CfnFunction))
    throw new Error(`${invoked.node.path} is not a function of this app`);
  acknowledge(role, {
    [`AwsSolutions-IAM5[Resource::<${Stack.of(invoked).getLogicalId(resource)}.Arn>:*]`]:
      'The versions of one function, and nothing else.',
  });
}
