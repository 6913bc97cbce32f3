import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { parseJson } from '@sluice/contract';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import type { Token } from './system.ts';
import { awsSettings } from './aws-access.ts';
import { awsFault } from '../io/aws-faults.ts';

const tokenSchema = z.object({ apiKey: z.string(), apiSecret: z.string() });

/** The key of the placeholder with which the stack creates the secret. */
export const notSetYet = 'not-set-yet';

interface Where extends Pick<Services, 'env' | 'signal'> {
  readonly region: string;
}

/** The token of the flow, from its secret. @throws CliError `refused`, `failed` when nobody has put one in */
export async function readToken(secretArn: string, { region, env, signal }: Where): Promise<Token> {
  const client = new SecretsManagerClient({ ...awsSettings(env, 'SECRETS_MANAGER'), region });
  try {
    const { SecretString: text = '' } = await client.send(
      new GetSecretValueCommand({ SecretId: secretArn }),
      { abortSignal: signal },
    );
    const { data: token } = tokenSchema.safeParse(parseJson(text));
    if (token !== undefined && token.apiKey !== notSetYet) return token;
  } catch (error) {
    throw awsFault(error, { what: "The flow's token could not be read", profile: env['AWS_PROFILE'] });
  } finally {
    client.destroy();
  }
  throw new CliError(
    'failed',
    `The secret ${secretArn} has no token yet. Expected { "apiKey": "…", "apiSecret": "…" }; see "Give the flow its token" in docs/deploying.md.`,
  );
}
