import { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { AwsCredentials } from '@sluice/client/signed-request';
import { LimitedRequests, limitsFromAfar } from '@sluice/aws-kit/aws-requests';
import type { Services } from '../io/services.ts';
import { awsFault } from '../io/aws-faults.ts';

export type CredentialProvider = () => Promise<AwsCredentials>;

/** As the variables of the SDK call it, such as AWS_ENDPOINT_URL_S3. */
export type AwsService =
  | 'CLOUDFORMATION'
  | 'COGNITO_IDENTITY_PROVIDER'
  | 'DYNAMODB'
  | 'LAMBDA'
  | 'S3'
  | 'SCHEDULER'
  | 'SECRETS_MANAGER'
  | 'SESV2'
  | 'SNS'
  | 'SQS'
  | 'STS';

/** The settings of an SDK client, as the options and the environment of the command give them. */
export interface AwsClientSettings {
  readonly credentials: CredentialProvider;
  readonly profile?: string;
  readonly region?: string;
  readonly endpoint?: string;
  readonly requestHandler: LimitedRequests;
}

/** What is absent is found by the SDK itself, in its configuration files. */
export function awsSettings(env: Services['env'], service: AwsService): AwsClientSettings {
  const { profile, region } = placeOf(env);
  const endpoint = env[`AWS_ENDPOINT_URL_${service}`] || env['AWS_ENDPOINT_URL'];
  return {
    credentials: credentialsOf(env),
    ...(profile && { profile }),
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    requestHandler: new LimitedRequests(limitsFromAfar),
  };
}

export function placeOf(env: Services['env']): { profile: string | undefined; region: string | undefined } {
  return { profile: env['AWS_PROFILE'], region: env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] };
}

const chains = new WeakMap<Services['env'], ReturnType<typeof defaultProvider>>();

/** One for all clients of a command, so that a role is assumed once. */
function chainOf(env: Services['env'], profile: string | undefined): ReturnType<typeof defaultProvider> {
  const chain = chains.get(env) ?? defaultProvider(profile ? { profile } : {});
  chains.set(env, chain);
  return chain;
}

/**
 * The credentials that every AWS tool finds: a named profile first, then keys in the environment, then SSO, files and roles.
 * Each call returns valid ones: those of a session are renewed when they expire.
 * @throws CliError `usage`
 */
export function credentialsOf(env: Services['env']): CredentialProvider {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { profile } = placeOf(env);
  if (!profile && accessKeyId && secretAccessKey)
    return async () => ({ accessKeyId, secretAccessKey, sessionToken: env['AWS_SESSION_TOKEN'] });
  const chain = chainOf(env, profile);
  return () =>
    chain().catch((error: unknown) => {
      throw awsFault(error, { profile });
    });
}
