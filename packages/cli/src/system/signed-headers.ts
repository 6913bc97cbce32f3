import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { signedPost } from '@sluice/client/signed-post';
import { CliError } from '../cli-error.ts';
import type { Services } from '../io/services.ts';

export interface ToSign {
  readonly url: URL;
  readonly body: string;
  readonly env: Services['env'];
  readonly now: Date;
}

/**
 * The headers of an IAM-signed request (Signature Version 4), with the credentials that every AWS tool finds.
 * @throws CliError `usage` when there are none, or no region
 */
export async function signedHeaders({ url, body, env, now }: ToSign): Promise<Record<string, string>> {
  return signedPost({ url, body, now, region: regionOf(url, env), credentials: await credentialsOf(env) });
}

/** Part of the addresses that API Gateway gives; a custom domain name does not contain it. */
function regionOf({ hostname }: URL, env: Services['env']): string {
  const [, named] = /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com$/.exec(hostname) ?? [];
  const region = named ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  if (region !== undefined && region !== '') return region;
  throw new CliError('usage', `${hostname} does not contain its region. Expected it in AWS_REGION.`);
}

async function credentialsOf(env: Services['env']) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, sessionToken: env['AWS_SESSION_TOKEN'] };
  try {
    return await defaultProvider()();
  } catch (cause) {
    throw new CliError(
      'usage',
      'There are no AWS credentials. Expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile, as for the aws command.',
      { cause },
    );
  }
}
