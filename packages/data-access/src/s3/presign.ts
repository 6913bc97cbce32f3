import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';

const place = z.object({
  protocol: z.string(),
  hostname: z.string(),
  port: z.number().optional(),
  path: z.string(),
});
type Place = z.output<typeof place>;

const signed = z.object({ query: z.record(z.string(), z.string()) });

export interface Presigning {
  readonly method: 'GET' | 'PUT';
  readonly object: { readonly Bucket: string; readonly Key: string };
  readonly seconds: number;
  readonly query?: Readonly<Record<string, string>>;
  /** That the request must be sent with; no others are signed, but the host. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address of a request that is signed now and sent by somebody else, made by the client's own signer. */
export async function presign(
  client: S3Client,
  { method, object, seconds, query = {}, headers = {} }: Presigning,
): Promise<string> {
  const { protocol, hostname, port, path } = await placeOf(client, object);
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const signer = await client.config.signer();
  if (!('presign' in signer) || typeof signer.presign !== 'function')
    throw new TypeError('The signer of the S3 client cannot presign.');
  const request = {
    ...{ method, protocol, hostname, port, path, query },
    headers: { ...headers, host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
  };
  const options = { expiresIn: seconds, signingRegion: await client.config.region(), signingService: 's3' };
  const answer = signed.parse(await signer.presign(request, options));
  return `${protocol}//${host}${path}?${queryText(answer.query)}`;
}

class Captured extends Error {
  readonly place: Place;

  constructor(found: Place) {
    super('The request was built, and is not to be sent.');
    this.place = found;
  }
}

/** Where the SDK finds an object: in the host or in the path, as region and endpoint have it. */
async function placeOf(client: S3Client, object: Presigning['object']): Promise<Place> {
  const command = new GetObjectCommand(object);
  command.middlewareStack.add(
    () => async (args) => {
      throw new Captured(place.parse(args.request));
    },
    { step: 'build', priority: 'low' },
  );
  try {
    await client.send(command);
  } catch (error) {
    if (error instanceof Captured) return error.place;
    throw error;
  }
  throw new TypeError('The SDK sent a request without building it.');
}

/** As it was signed: a space is %20, not a plus. */
const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
