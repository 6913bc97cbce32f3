/** The account that everything here is in: the one that the embedded queues speak of. */
export const accountId = '000000000000';
export const region = 'us-east-1';
export const partition = 'aws';
export const urlSuffix = 'amazonaws.com';

/** What `Ref` gives for each, for a stack of this name. */
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
