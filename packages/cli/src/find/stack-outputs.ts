import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CliError, messageOf } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { printable } from '@sluice/contract/words';

import { awsSettings } from './aws-access.ts';
import { awsFault } from '../io/aws-faults.ts';

export interface Described {
  /** To be closed. */
  readonly client: CloudFormationClient;
  readonly region: string;
  readonly outputs: Outputs;
  /** Whether `sluice local` runs it. */
  readonly isLocal: boolean;
}
type Outputs = ReadonlyMap<string, string>;

/** @throws CliError `nothingRuns` when there is no such stack, `refused`, `usage` */
export async function describedStack(
  stack: string,
  { env, signal }: Pick<Services, 'env' | 'signal'>,
): Promise<Described> {
  const settings = awsSettings(env, 'CLOUDFORMATION');
  // What is wrong with the credentials is reported as that.
  await settings.credentials();
  const client = new CloudFormationClient(settings);
  const region = await client.config.region().catch((error: unknown) => {
    throw awsFault(error);
  });
  const found = await client
    .send(new DescribeStacksCommand({ StackName: stack }), { abortSignal: signal })
    .catch((error: unknown) => {
      if (/does not exist/u.test(messageOf(error))) throw noStack(stack, region, error);
      const what = `The stack ${printable(stack)} in ${region} could not be read`;
      throw awsFault(error, { what, profile: env['AWS_PROFILE'] });
    });
  const { StackId = '', Outputs: outputs = [] } = found.Stacks?.[0] ?? {};
  return {
    client,
    region,
    isLocal: StackId.endsWith('/local'),
    outputs: new Map(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
  };
}

/** An output of the stack. @throws CliError `nothingRuns` when it has none of this name */
export const outputIn =
  (stack: string, outputs: Outputs) =>
  (name: string): string => {
    const value = outputs.get(name);
    if (value) return value;
    throw new CliError('nothingRuns', missing(printable(stack), name, outputs));
  };

function noStack(stack: string, region: string, cause: unknown): CliError {
  return new CliError(
    'nothingRuns',
    `There is no stack ${printable(stack)} in ${region} for these credentials. Expected the name of the stack of the flow, such as BulkImportStack; --region and --aws-profile name another place.`,
    { cause },
  );
}

function missing(stack: string, name: string, outputs: Outputs): string {
  if (!outputs.has('DropBucket'))
    return `${stack} is not a stack of the flow, or not deployed completely: it has no output ${name}. Expected one such as BulkImportStack.`;
  if (name === 'ControlUrl')
    return `${stack} has no output ControlUrl: its service has no control panel of ours. Expected --url with the address of one.`;
  if (name.startsWith('Console') && !outputs.has('ConsoleUrl'))
    return `${stack} has no console: its settings have \`console: false\`, or another version of Sluice deployed it.`;
  return `${stack} has no output ${name}: another version of Sluice deployed it. Deploy this version, or use that one.`;
}
