import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { inChunks, inParallel } from '@sluice/aws-kit/parallel';
import { auditPrefix, type AuditLog, type StoredEvent } from '../control/audit/audit-log.ts';
import { createS3Blobs } from './s3-blobs.ts';

const readAtOnce = 16;

/** The audit log of the control panel, in a bucket with versions and object lock. */
export function createS3AuditLog({ client, bucket }: { client: S3Client; bucket: string }): AuditLog {
  const blobs = createS3Blobs({ client, bucket });

  async function textOf(key: string, versionId: string): Promise<string> {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId });
    return (await (await client.send(command)).Body?.transformToString('utf-8')) ?? '';
  }

  return {
    putNew: (key, text) => blobs.putNew(key, text, 'application/json'),
    get: async (key) => {
      const found = await blobs.get(key);
      return found && new TextDecoder().decode(found.bytes);
    },
    versions: async function* (after) {
      for await (const page of versionPages({ client, bucket }, after))
        for (const chunk of inChunks(page, readAtOnce)) {
          const texts = new Map<StoredEvent, string>();
          const kept = chunk.filter(({ text }) => text !== undefined);
          await inParallel(kept, readAtOnce, async (one) => {
            texts.set(one, await textOf(one.key, one.versionId));
          });
          yield* chunk.map((one) => ({ ...one, text: texts.get(one) }));
        }
    },
  };
}

/** The versions by key, newest first. Those with content have an empty text, and markers of deletions none. */
async function* versionPages(
  { client, bucket }: { client: S3Client; bucket: string },
  after = '',
): AsyncGenerator<StoredEvent[]> {
  let [KeyMarker, VersionIdMarker] = after === '' ? [] : after.split(' ', 2);
  for (let more = true; more;) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: auditPrefix, KeyMarker, VersionIdMarker }),
    );
    const versions = [
      ...(page.Versions ?? []).map((one) => ({ ...one, text: '' })),
      ...(page.DeleteMarkers ?? []),
    ];
    yield versions
      .map((one) => ({ text: undefined, ...one, key: one.Key ?? '', at: one.LastModified?.getTime() ?? 0 }))
      .toSorted((a, b) => (a.key === b.key ? b.at - a.at : a.key < b.key ? -1 : 1))
      .map(({ key, VersionId: versionId = 'null', text }) => ({ key, versionId, text }));
    more = page.IsTruncated === true;
    [KeyMarker, VersionIdMarker] = [page.NextKeyMarker, page.NextVersionIdMarker];
  }
}
