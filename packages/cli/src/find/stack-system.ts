import type { Services } from '../io/services.ts';
import type { System } from './system.ts';
import { awsSettings } from './aws-access.ts';
import { callerOf } from './caller.ts';
import { readToken } from './flow-token.ts';
import { signedApi } from './signed-api.ts';
import { describedStack, outputIn } from './stack-outputs.ts';

/**
 * A deployed stack of the flow, by its outputs. What only some commands need is looked for when they need it.
 * @throws CliError `nothingRuns` when it is not there, `refused`, `usage`
 */
export async function stackSystem(
  stack: string,
  { env, now, signal }: Pick<Services, 'env' | 'now' | 'signal'>,
): Promise<System> {
  const { client, region, outputs } = await describedStack(stack, { env, signal });
  client.destroy();
  const output = outputIn(stack, outputs);
  const s3 = awsSettings(env, 'S3');
  const api = (baseUrl: string) => signedApi({ baseUrl, region, env, now });
  return {
    buckets: {
      drops: output('DropBucket'),
      inbox: 'inbox/',
      files: output('FilesBucket'),
      client: { ...s3, region, forcePathStyle: s3.endpoint !== undefined },
    },
    history: api(output('HistoryUrl')),
    control: () => api(output('ControlUrl')),
    serviceUrl: () => output('ServiceUrl'),
    token: () => readToken(output('ServiceSecretArn'), { region, env, signal }),
    consoleUrl: async () => `${output('ConsoleUrl')}/`,
    userPool: () => ({
      id: output('ConsoleUserPool'),
      client: { ...awsSettings(env, 'COGNITO_IDENTITY_PROVIDER'), region },
    }),
    caller: () => callerOf({ region, env, signal }),
    ifSilent: `Is this machine online, and is ${stack} still deployed?`,
  };
}
