import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac } from 'node:crypto';
import type { Hash, Hmac } from 'node:crypto';
import { CliError } from './cli-error.ts';
import type { Services } from './services.ts';

export interface ToSign {
  readonly url: URL;
  readonly body: string;
  readonly env: Services['env'];
  readonly now: Date;
}

/**
 * The headers by which API Gateway knows an IAM user or role (Signature Version 4), of the credentials that every AWS
 * tool finds. @throws CliError `usage` when there are none, or no region
 */
export async function signedHeaders({ url, body, env, now }: ToSign): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    service: 'execute-api',
    region: regionOf(url, env),
    credentials: await credentialsOf(env),
    sha256: Sha256,
  });
  const { headers } = await signer.sign(
    {
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      headers: { host: url.host, 'content-type': 'application/json' },
      body,
    },
    { signingDate: now },
  );
  // The host is the connection's own header.
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host'));
}

/** It stands in the address that API Gateway gives; a domain name of one's own does not tell it. */
function regionOf({ hostname }: URL, env: Services['env']): string {
  const [, named] = /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com$/.exec(hostname) ?? [];
  const region = named ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  if (region !== undefined && region !== '') return region;
  throw new CliError('usage', `${hostname} does not tell its region. Expected it in AWS_REGION.`);
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

type Bytes = string | ArrayBuffer | ArrayBufferView;

/** As the signer takes it: a hash of bytes, keyed or not. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }

  /** Each is used once. */
  reset(): void {}
}

function bytesOf(data: Bytes): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
