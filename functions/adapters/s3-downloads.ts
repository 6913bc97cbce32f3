import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Outside } from './outside.ts';
import { statusOf } from './s3-errors.ts';

/** Long enough for a download to begin. */
const addressSeconds = 5 * 60;

/** Who may not list a bucket gets 403 for what is not there; 405 means a delete marker. */
const missing = [403, 404, 405];

interface ObjectVersion {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
}

/** Addresses by which a browser saves objects as files, and never shows or keeps them. */
export function createS3Downloads(outside: Outside) {
  const client = outside.client(S3Client);
  return (
    { bucket: Bucket, key: Key, versionId: VersionId }: ObjectVersion,
    name: string,
  ): Promise<{ readonly url: string; readonly bytes: number } | undefined> =>
    unlessMissing(async () => {
      const ref = { Bucket, Key, VersionId };
      const { ContentLength: bytes = 0 } = await client.send(new HeadObjectCommand(ref));
      const object = new GetObjectCommand({
        ...ref,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${encoded(name)}`,
        ResponseCacheControl: 'no-store',
      });
      return { url: await getSignedUrl(client, object, { expiresIn: addressSeconds }), bytes };
    });
}

/** RFC 8187 also wants these encoded. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export async function unlessMissing<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (missing.includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}
