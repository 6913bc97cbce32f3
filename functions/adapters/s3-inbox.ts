import type { ObjectVersion, S3Client } from '@aws-sdk/client-s3';
import { inbox, isDrop } from '@sluice/flow/read/arrivals';
import type { InboxVersion, SweepServices } from '@sluice/flow/sweep/sweep';
import { versionPages } from './version-pages.ts';

/** The inbox as S3 lists it: by key, so that all of it is looked through for what landed lately. */
export function createS3Inbox({
  client,
  bucket,
}: {
  readonly client: S3Client;
  readonly bucket: string;
}): SweepServices['inbox'] {
  return {
    versionsSince: async function* (time) {
      for await (const page of versionPages(client, { Bucket: bucket, Prefix: inbox })) {
        const versions = (page.Versions ?? []).flatMap((version) => inboxVersion(bucket, version));
        yield* versions.filter(({ landedAt }) => landedAt >= time);
      }
    },
  };
}

function inboxVersion(
  bucket: string,
  { Key, VersionId = 'null', Size = 0, LastModified, Owner }: ObjectVersion,
): InboxVersion[] {
  if (Key === undefined || LastModified === undefined || !isDrop({ key: Key, bytes: Size })) return [];
  const droppedBy = Owner?.ID ?? 'unknown';
  return [{ bucket, key: Key, versionId: VersionId, bytes: Size, droppedBy, landedAt: LastModified }];
}
