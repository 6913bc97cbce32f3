import { createHash, createHmac } from 'node:crypto';
import type { Hash, Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface ToSign {
  /** POST when absent. */
  readonly method?: 'GET' | 'POST' | undefined;
  readonly url: URL;
  /** Empty for a GET. */
  readonly body: string;
  /** The body's content type; JSON by default. */
  readonly contentType?: string | undefined;
  /** As AWS calls it in signatures; `execute-api` when absent. */
  readonly service?: string | undefined;
  readonly region: string;
  readonly now: Date;
  readonly credentials: AwsCredentials;
}

/** The headers of a request by which AWS knows who calls (Signature Version 4), the content type of its body included. */
export async function signedRequest({
  method = 'POST',
  url,
  body,
  contentType = 'application/json',
  service = 'execute-api',
  region,
  now,
  credentials,
}: ToSign): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signer = new SignatureV4({
    service,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    sha256: Sha256,
  });
  const { headers } = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { host: url.host, ...(method === 'POST' && { 'content-type': contentType }) },
      body,
    },
    { signingDate: now },
  );
  // The host is the connection's own header.
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host'));
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
