import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { uploadHeaders, type Blobs } from '../store/blobs.ts';

export function createS3Blobs({ client, bucket }: { client: S3Client; bucket: string }): Blobs {
  const { region, credentials, endpoint, forcePathStyle } = client.config;
  const signer = new S3Client({
    ...{ region, credentials, forcePathStyle, ...(endpoint && { endpoint }) },
    // Otherwise a signed upload would have to match the checksum of an empty body.
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  });
  return {
    putNew: async (key, body, contentType) => {
      const put = { Bucket: bucket, Key: key, Body: body, ContentType: contentType, IfNoneMatch: '*' };
      for (let tries = 1; ; tries += 1) {
        try {
          await client.send(new PutObjectCommand(put));
          return true;
        } catch (error) {
          if (!(error instanceof S3ServiceException)) throw error;
          if (error.name === 'PreconditionFailed') return false;
          // Another put of this key is running, and may still fail.
          if (error.name !== 'ConditionalRequestConflict' || tries === triesAtMost) throw error;
        }
      }
    },
    put: async (key, body, contentType) => {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }),
      );
    },
    get: (key) =>
      unlessMissing(async () => {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        const bytes = await Body?.transformToByteArray();
        return bytes && { bytes, contentType: ContentType ?? 'application/octet-stream' };
      }),
    size: (key) =>
      unlessMissing(async () => {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return ContentLength;
      }),
    list: (prefix, after) => keysBelow({ client, bucket }, prefix, after),
    // A browser never runs what somebody uploaded, wherever it comes from.
    signedUrl: (key, seconds) => {
      const object = { Bucket: bucket, Key: key, ResponseContentDisposition: 'attachment' };
      return getSignedUrl(signer, new GetObjectCommand(object), { expiresIn: seconds });
    },
    signedUpload: async (key, { seconds, ...upload }) => {
      const headers = uploadHeaders(upload);
      const { bytes, contentType } = upload;
      const command = new PutObjectCommand({
        ...{ Bucket: bucket, Key: key, IfNoneMatch: '*' },
        ...{ ContentLength: bytes, ContentType: contentType },
      });
      const signableHeaders = new Set(['host', ...Object.keys(headers)]);
      return { url: await getSignedUrl(signer, command, { expiresIn: seconds, signableHeaders }), headers };
    },
  };
}

async function* keysBelow(
  { client, bucket }: { readonly client: S3Client; readonly bucket: string },
  prefix: string,
  after?: string,
): AsyncGenerator<string[]> {
  for (let token: string | undefined, more = true; more; more = token !== undefined) {
    const asked = { Bucket: bucket, Prefix: prefix, StartAfter: after, ContinuationToken: token };
    const page: ListObjectsV2CommandOutput = await client.send(new ListObjectsV2Command(asked));
    yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    token = page.NextContinuationToken;
  }
}

const triesAtMost = 5;

async function unlessMissing<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
    throw error;
  }
}
