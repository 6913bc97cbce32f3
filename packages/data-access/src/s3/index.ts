import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { uploadHeaders, type Blobs } from '../store/blobs.ts';
import { presign } from './presign.ts';

export function createS3Blobs({ client, bucket }: { client: S3Client; bucket: string }): Blobs {
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
          // Somebody else puts one at this moment, and whether that succeeds is not known yet.
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
    // What somebody uploaded is never run by a browser, wherever it comes from.
    signedUrl: (key, seconds) =>
      presign(client, {
        method: 'GET',
        object: { Bucket: bucket, Key: key },
        seconds,
        query: { 'response-content-disposition': 'attachment' },
      }),
    signedUpload: async (key, { seconds, ...upload }) => {
      const headers = uploadHeaders(upload);
      const object = { Bucket: bucket, Key: key };
      return { url: await presign(client, { method: 'PUT', object, seconds, headers }), headers };
    },
  };
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
