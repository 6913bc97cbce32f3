import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { UnreadableObject, type VersionedObjects } from '@sluice/aws-kit/erasure';
import type { Outside } from './outside.ts';
import { unpacked } from './packed.ts';
import { isNamed, isNotDecrypted } from './s3-errors.ts';
import { objectOf } from './s3-files.ts';
import { versionPages } from './s3-listings.ts';

/** The versions of the objects of a bucket. Delete markers hold nothing and are left out. */
export function createS3Versions(outside: Outside, bucket: string): VersionedObjects {
  const client = outside.client(S3Client);
  const bodyOf = async ({ key, versionId }: Readonly<Record<'key' | 'versionId', string>>) => {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }),
      );
      return Body;
    } catch (error) {
      if (isNamed(error, 'NoSuchKey', 'NoSuchVersion')) return undefined;
      const isForGood = isNotDecrypted(error) || isNamed(error, 'InvalidObjectState');
      throw isForGood ? new UnreadableObject('S3 does not give the object', { cause: error }) : error;
    }
  };
  return {
    versions: async function* (prefix, after) {
      const place = { Bucket: bucket, Prefix: prefix, ...(after !== undefined && { KeyMarker: after }) };
      for await (const { versions } of versionPages(client, place))
        for (const { Key: key = '', VersionId: versionId = 'null', ...more } of versions)
          yield {
            ...{ key, versionId, etag: more.ETag ?? '' },
            isLatest: more.IsLatest === true,
            bytes: more.Size ?? 0,
          };
    },
    text: async ({ key, versionId }) => {
      const body = await bodyOf({ key, versionId });
      if (body === undefined) return undefined;
      const bytes = await body.transformToByteArray();
      return await unpacked(key, bytes).catch((cause: unknown) => {
        throw new UnreadableObject('The object cannot be unpacked', { cause });
      });
    },
    stream: async function* ({ key, versionId }) {
      const body = await bodyOf({ key, versionId });
      // In Node the SDK always returns a Readable; the type also covers browsers.
      if (body instanceof Readable) yield* body;
    },
    replace: async ({ key, etag }, text) => {
      try {
        await client.send(
          new PutObjectCommand({ ...(await objectOf(bucket, { key, text })), IfMatch: etag }),
        );
        return true;
      } catch (error) {
        if (isNamed(error, 'PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey')) return false;
        throw error;
      }
    },
    remove: async ({ key, versionId }) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }));
    },
  };
}
