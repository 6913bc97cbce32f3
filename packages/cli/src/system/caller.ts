import type { Addresses } from '@sluice/demo/addresses';
import type { Services } from '../io/services.ts';

/** The AWS identity whose credentials sign an upload. */
interface Caller {
  /** Permanently unique; S3 reports the same id for an upload. */
  readonly id: string;
  /** `arn:aws:iam::123456789012:user/ana` */
  readonly arn: string;
}

const timeoutMs = 10_000;

/**
 * Asks STS, which needs no permission. Undefined where the bucket is not on AWS.
 * @throws Error where STS does not answer
 */
export async function callerOf(
  { endpoint, region, accessKeyId, secretAccessKey }: Addresses['s3'],
  { env, signal }: Pick<Services, 'env' | 'signal'>,
): Promise<Caller | undefined> {
  const named = env['AWS_ENDPOINT_URL_STS'];
  const isOnAws = /\.amazonaws\.com(\.cn)?$/u.test(new URL(endpoint).hostname);
  if (!named && !isOnAws) return undefined;
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const credentials = { accessKeyId, secretAccessKey };
  const client = new STSClient({ region, credentials, maxAttempts: 1, ...(named && { endpoint: named }) });
  try {
    const { UserId: id, Arn: arn } = await client.send(new GetCallerIdentityCommand(), {
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (id === undefined || arn === undefined) throw new Error('STS did not name the caller');
    return { id, arn };
  } finally {
    client.destroy();
  }
}

/** The most characters of a name that the history keeps. */
const longest = 100;

/** The person at this machine: `SLUICE_USER`, else the name from the operating system. */
export function whoAmI({ env, userName }: Pick<Services, 'env' | 'userName'>): string {
  const names = [env['SLUICE_USER'], userName(), env['USER']].map((name) => name?.trim().slice(0, longest));
  return names.find((name) => name !== undefined && name !== '') ?? 'somebody';
}
