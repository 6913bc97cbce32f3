import { AwsError } from '../aws-json/front.ts';
import type { QueryOperation } from '../aws-query/query-handler.ts';
import { accountId, pseudoParameters } from '../base/pseudo-parameters.ts';

/** A stack that runs here, as CloudFormation describes it. */
export interface DescribedStack {
  readonly name: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface StackQueriesOptions {
  readonly stacks: readonly DescribedStack[];
  /** The key of the owner, who alone may ask. */
  readonly accessKeyId: string;
  readonly startedAt: Date;
}

/** What the command line needs to find a deployed stack: `DescribeStacks`, and who calls (STS). */
export function stackQueries({
  stacks,
  accessKeyId,
  startedAt,
}: StackQueriesOptions): Readonly<Record<string, QueryOperation>> {
  const described = ({ name, outputs }: DescribedStack) => ({
    StackId: pseudoParameters(name)['AWS::StackId'],
    StackName: name,
    StackStatus: 'CREATE_COMPLETE',
    CreationTime: startedAt.toISOString(),
    Outputs: {
      member: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    },
  });
  return {
    DescribeStacks: (input) => {
      const name = input.get('StackName');
      const found = stacks.filter((stack) => name === null || stack.name === name);
      if (name !== null && found.length === 0)
        throw new AwsError('ValidationError', `Stack with id ${name} does not exist`);
      return { Stacks: { member: found.map(described) } };
    },
    GetCallerIdentity: () => ({
      UserId: accessKeyId,
      Account: accountId,
      Arn: `arn:aws:iam::${accountId}:user/local`,
    }),
  };
}
