import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Blobs } from '../store/blobs.ts';

export function createS3Blobs({ client, bucket }: { client: S3Client; bucket: string }): Blobs {
  return {
    put: async (key, body, contentType) => {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }),
      );
    },
    get: async (key) => {
      try {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        const bytes = await Body?.transformToByteArray();
        return bytes && { bytes, contentType: ContentType ?? 'application/octet-stream' };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
