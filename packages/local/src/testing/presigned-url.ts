import { S3Client } from '@aws-sdk/client-s3';
import type { Keys } from '../s3/wire/signature.ts';

export interface Presigning {
  readonly endpoint: string;
  readonly Bucket: string;
  readonly Key: string;
  readonly keys: Keys;
  readonly seconds: number;
  readonly at: Date;
}

/** An address that lets anybody get the object for some seconds, signed by the SDK's own signer. */
export async function presignedUrl({
  endpoint,
  Bucket,
  Key,
  keys,
  seconds,
  at,
}: Presigning): Promise<string> {
  const client = new S3Client({ region: 'us-east-1', endpoint, credentials: keys });
  const signer = await client.config.signer();
  if (!('presign' in signer) || typeof signer.presign !== 'function')
    throw new Error('The signer cannot presign.');
  const { hostname, port } = new URL(endpoint);
  const path = `/${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
  const request = {
    method: 'GET',
    protocol: 'http:',
    hostname,
    port: Number(port),
    path,
    query: {},
    headers: { host: `${hostname}:${port}`, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  };
  const signed: { query: Record<string, string> } = await signer.presign(request, {
    expiresIn: seconds,
    signingDate: at,
    signingRegion: 'us-east-1',
    signingService: 's3',
  });
  return `${endpoint}${path}?${new URLSearchParams(signed.query)}`;
}
