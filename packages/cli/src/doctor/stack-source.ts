import { type CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Services } from '../io/services.ts';
import { awsSettings, type AwsClientSettings, type AwsService } from '../find/aws-access.ts';
import { awsFault } from '../io/aws-faults.ts';
import { describedStack } from '../find/stack-outputs.ts';

/** A deployed stack, for checks. */
export interface StackSource {
  /** Undefined if it has no such output. */
  readonly output: (name: string) => string | undefined;
  /** The physical ids of its resources of a type. */
  readonly ids: (type: string) => readonly string[];
  /** Uses a client of AWS and closes it. */
  readonly withClient: <C extends { destroy(): void }, T>(
    Client: new (settings: AwsClientSettings) => C,
    service: AwsService,
    use: (client: C) => Promise<T>,
  ) => Promise<T>;
}

/** @returns undefined for a stack on one machine. @throws CliError when the stack cannot be read */
export async function stackSource(
  stack: string,
  { env, signal }: Pick<Services, 'env' | 'signal'>,
): Promise<StackSource | undefined> {
  const { client, region, outputs, isLocal } = await describedStack(stack, { env, signal });
  try {
    if (isLocal) return undefined;
    const resources = await resourcesOf(stack, client);
    return {
      output: (name) => outputs.get(name),
      ids: (type) => resources.filter((one) => one.type === type).map(({ id }) => id),
      withClient: async (Client, service, use) => {
        const opened = new Client({ ...awsSettings(env, service), region });
        return use(opened).finally(() => opened.destroy());
      },
    };
  } finally {
    client.destroy();
  }
}

async function resourcesOf(stack: string, client: CloudFormationClient) {
  const found: { readonly type: string; readonly id: string }[] = [];
  try {
    for await (const page of paginateListStackResources({ client }, { StackName: stack }))
      for (const { ResourceType: type = '', PhysicalResourceId: id = '' } of page.StackResourceSummaries ??
        [])
        found.push({ type, id });
    return found;
  } catch (error) {
    throw awsFault(error, { what: `The resources of ${stack} could not be listed` });
  }
}
