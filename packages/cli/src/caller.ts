import { signedPost } from '@sluice/client/signed-post';
import type { Addresses } from '@sluice/demo/addresses';
import { z } from 'zod';
import type { Services } from './services.ts';

/** Whom AWS knows by the credentials that sign an upload. */
export interface Caller {
  /** Never given twice: S3 tells the same of whoever put an object. */
  readonly id: string;
  /** `arn:aws:iam::123456789012:user/ana` */
  readonly arn: string;
}

const answerSchema = z.object({
  GetCallerIdentityResponse: z.object({
    GetCallerIdentityResult: z.object({ Arn: z.string(), UserId: z.string() }),
  }),
});

type Asking = Pick<Services, 'env' | 'now' | 'signal'>;
const timeoutMs = 10_000;

/**
 * Asks STS, which tells it to everybody without a permission. Undefined where the bucket is not on AWS, so that there is nobody to ask.
 * @throws Error where STS does not say
 */
export async function whoSigns(
  s3: Addresses['s3'],
  { env, now, signal }: Asking,
): Promise<Caller | undefined> {
  const url = stsOf(s3, env);
  if (url === undefined) return undefined;
  const body = 'Action=GetCallerIdentity&Version=2011-06-15';
  const contentType = 'application/x-www-form-urlencoded';
  const { region, accessKeyId, secretAccessKey } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  const headers = await signedPost({
    url,
    body,
    contentType,
    service: 'sts',
    region,
    now: now(),
    credentials,
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json' },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (response.status !== 200) throw new Error(`STS answered HTTP ${response.status}`);
  const { GetCallerIdentityResult: told } = answerSchema.parse(
    await response.json(),
  ).GetCallerIdentityResponse;
  return { id: told.UserId, arn: told.Arn };
}

/** By the variable that every AWS tool takes, else beside the bucket's own address. */
function stsOf({ endpoint, region }: Addresses['s3'], env: Services['env']): URL | undefined {
  const named = env['AWS_ENDPOINT_URL_STS'];
  if (named) return new URL(named);
  const [domain] = /\.amazonaws\.com(?:\.cn)?$/u.exec(new URL(endpoint).hostname) ?? [];
  return domain === undefined ? undefined : new URL(`https://sts.${region}${domain}/`);
}
