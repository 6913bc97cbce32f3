/** The account of everything here. The embedded queues use this one in their addresses and ARNs. */
export const accountId = '000000000000';
export const region = 'us-east-1';
export const partition = 'aws';
export const urlSuffix = 'amazonaws.com';

/** The value of `Ref` for each, in a stack of this name. */
export function pseudoParameters(stack: string): Record<string, unknown> {
  return {
    'AWS::AccountId': accountId,
    'AWS::Region': region,
    'AWS::Partition': partition,
    'AWS::URLSuffix': urlSuffix,
    'AWS::StackName': stack,
    'AWS::StackId': `arn:${partition}:cloudformation:${region}:${accountId}:stack/${stack}/local`,
    'AWS::NotificationARNs': [],
    'AWS::NoValue': undefined,
  };
}

/** `arn:aws:<service>:<region>:<account>:<resource>` */
export function arn(service: string, resource: string): string {
  return `arn:${partition}:${service}:${region}:${accountId}:${resource}`;
}
