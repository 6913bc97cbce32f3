import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Profiles } from '@sluice/console/api/profiles/save-profile';
import { mostVersions } from '@sluice/console/api/shapes';
import type { Outside } from './outside.ts';
import { isNamed, statusOf } from './s3-errors.ts';
import { objectsIn, versionPages } from './s3-listings.ts';

const folder = 'profiles/';
const ending = '.json';
const keyOf = (name: string): string => `${folder}${name}${ending}`;

/** The profiles of a drop bucket, which keeps every version of them. */
export function createS3Profiles(outside: Outside, bucket: string): Profiles {
  const client = outside.client(S3Client);
  const place = (name: string) => ({ client, Bucket: bucket, Key: keyOf(name) });
  return {
    list: () => listed(client, bucket),
    read: async (name) => {
      try {
        const { Body, ETag = '' } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }),
        );
        return { text: (await Body?.transformToString()) ?? '', etag: ETag };
      } catch (error) {
        if (isNamed(error, 'NoSuchKey') || (await isHidden(error, place(name)))) return undefined;
        throw error;
      }
    },
    versions: async (name) => {
      const Key = keyOf(name);
      const found: Awaited<ReturnType<Profiles['versions']>> = [];
      for await (const { versions } of versionPages(client, { Bucket: bucket, Prefix: Key })) {
        for (const { Key: key, VersionId = '', LastModified } of versions)
          if (key === Key)
            found.push({ versionId: VersionId, savedAt: (LastModified ?? new Date(0)).toISOString() });
        if (found.length >= mostVersions) break;
      }
      return found.slice(0, mostVersions);
    },
    version: async (name, VersionId) => {
      try {
        const object = { Bucket: bucket, Key: keyOf(name), VersionId };
        return await (await client.send(new GetObjectCommand(object))).Body?.transformToString();
      } catch (error) {
        // 400: it is no id. 405: the profile was removed by it.
        if (
          [400, 404, 405].includes(statusOf(error) ?? 0) ||
          (await isHidden(error, { ...place(name), VersionId }))
        )
          return undefined;
        throw error;
      }
    },
    save: async ({ name, text, etag, metadata }) => {
      const about = { ContentType: 'application/json', Metadata: { ...metadata } };
      const object = { Bucket: bucket, Key: keyOf(name), Body: text, ...about };
      const condition = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag };
      try {
        return (await client.send(new PutObjectCommand({ ...object, ...condition }))).ETag;
      } catch (error) {
        // 404: it was removed meanwhile. 409: another write at the same time.
        if ([404, 409, 412].includes(statusOf(error) ?? 0)) return undefined;
        throw error;
      }
    },
  };
}

async function listed(client: S3Client, bucket: string): ReturnType<Profiles['list']> {
  const found: Awaited<ReturnType<Profiles['list']>> = [];
  const below = { Bucket: bucket, Prefix: folder, Delimiter: '/' };
  for await (const { Key = '', LastModified } of objectsIn(client, below))
    if (Key.endsWith(ending) && Key.length > keyOf('').length)
      found.push({
        name: Key.slice(folder.length, -ending.length),
        savedAt: (LastModified ?? new Date(0)).toISOString(),
      });
  return found;
}

interface Named {
  readonly client: S3Client;
  readonly Bucket: string;
  readonly Key: string;
  /** The newest when absent. */
  readonly VersionId?: string;
}

/** Whoever may list only below a prefix gets 403 for what is not there, as for what they may not read. */
async function isHidden(error: unknown, { client, Bucket, Key, VersionId }: Named): Promise<boolean> {
  if (statusOf(error) !== 403) return false;
  for await (const { versions } of versionPages(client, { Bucket, Prefix: Key }))
    for (const found of versions)
      if (found.Key === Key && (VersionId ? found.VersionId === VersionId : found.IsLatest)) return false;
  return true;
}
