import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Services } from '../io/services.ts';
import type { Caller } from './system.ts';
import { awsSettings } from './aws-access.ts';

const timeoutMs = 10_000;

interface Where extends Pick<Services, 'env' | 'signal'> {
  readonly region: string;
}

/** Asks STS, which needs no permission. @throws Error when STS does not answer */
export async function callerOf({ region, env, signal }: Where): Promise<Caller> {
  const client = new STSClient({ ...awsSettings(env, 'STS'), region, maxAttempts: 1 });
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
