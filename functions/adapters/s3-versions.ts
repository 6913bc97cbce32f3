import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { VersionedObjects } from '@sluice/erasure';
import type { Outside } from './outside.ts';
import { unpacked } from './packed.ts';
import { createS3Files } from './s3-files.ts';
import { versionPages } from './s3-listings.ts';

/** The versions of the objects of a bucket. Delete markers hold nothing and are left out. */
export function createS3Versions(outside: Outside, bucket: string): VersionedObjects {
  const client = outside.client(S3Client);
  const files = createS3Files(outside, bucket);
  return {
    versions: async function* (prefix, after) {
      const place = { Bucket: bucket, Prefix: prefix, ...(after !== undefined && { KeyMarker: after }) };
      for await (const { versions } of versionPages(client, place))
        for (const { Key: key = '', VersionId: versionId = 'null', IsLatest, Size: bytes = 0 } of versions)
          yield { key, versionId, isLatest: IsLatest === true, bytes };
    },
    text: async ({ key, versionId }) => {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }),
      );
      return Body ? unpacked(key, await Body.transformToByteArray()) : '';
    },
    put: files.put,
    remove: async ({ key, versionId }) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }));
    },
  };
}
