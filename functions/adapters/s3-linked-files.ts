import { basename } from 'node:path';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { OpenLinkServices } from '@sluice/flow/links/links';
import type { Outside } from './outside.ts';
import { statusOf } from './s3-errors.ts';

/** Long enough for a download to begin. */
const addressSeconds = 5 * 60;

/** Who may not list a bucket gets 403 for what is not there. */
const missing = [403, 404];

/** The files that links open, and what is stored of the links. The function cannot list them, so that it finds none by itself. */
export function createS3LinkedFiles(outside: Outside, bucket: string): OpenLinkServices['files'] {
  const client = outside.client(S3Client);
  return {
    get: (key) =>
      unlessMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body?.transformToString();
      }),
    addressOf: (key) =>
      unlessMissing(async () => {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        const object = new GetObjectCommand({
          ...{ Bucket: bucket, Key: key },
          // A browser saves the file under its name, and never shows or keeps it.
          ResponseContentDisposition: `attachment; filename*=UTF-8''${encoded(basename(key))}`,
          ResponseCacheControl: 'no-store',
        });
        return getSignedUrl(client, object, { expiresIn: addressSeconds });
      }),
  };
}

/** RFC 8187 also wants these encoded. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

async function unlessMissing<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (missing.includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}
