import { signedRequest } from '@sluice/client/signed-request';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import type { Api } from './system.ts';
import { credentialsOf, placeOf } from './aws-access.ts';

export interface SignedApiOptions {
  readonly baseUrl: string;
  /** That of the address when absent. */
  readonly region?: string;
  readonly env: Services['env'];
  readonly now: Services['now'];
}

/**
 * An API on AWS that IAM guards: requests are signed (Signature Version 4).
 * @throws CliError `usage` when there are no credentials, or no region
 */
export function signedApi({ baseUrl, region, env, now }: SignedApiOptions): Api {
  const credentials = credentialsOf(env);
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    headers: async (request) =>
      signedRequest({
        ...request,
        now: now(),
        region: region ?? regionOf(request.url, env),
        credentials: await credentials(),
      }),
  };
}

/** Part of the addresses that API Gateway gives; a custom domain name does not contain it. */
function regionOf({ hostname }: URL, env: Services['env']): string {
  const [, named] = /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com$/.exec(hostname) ?? [];
  const region = named ?? placeOf(env).region;
  if (region) return region;
  throw new CliError('usage', `${hostname} does not contain its region. Expected it in AWS_REGION.`);
}
