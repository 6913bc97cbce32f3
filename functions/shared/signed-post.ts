import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface ToSign {
  readonly url: URL;
  readonly body: string;
  readonly region: string;
  readonly now: Date;
  readonly credentials: AwsCredentials;
}

/** The headers by which API Gateway knows who posts (Signature Version 4 for `execute-api`); of a path without a query. */
export async function signedPost({
  url,
  body,
  region,
  now,
  credentials,
}: ToSign): Promise<Record<string, string>> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/gu, '');
  const scope = `${time.slice(0, 8)}/${region}/execute-api/aws4_request`;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signed: readonly (readonly [string, string])[] = [
    ['host', url.host],
    ['x-amz-date', time],
    ...(sessionToken ? [['x-amz-security-token', sessionToken] as const] : []),
  ];
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = ['POST', url.pathname, '', lines, names, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secretAccessKey}`);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...Object.fromEntries(signed.slice(1)), authorization };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
