import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Outside } from './outside.ts';
import { isNamed, statusOf } from './s3-errors.ts';
import { objectsIn } from './s3-listings.ts';
import { mayBeSheet } from '@sluice/flow/read/arrivals';
import { SourceRefused, type Sources, type SourceVersion } from '@sluice/flow/migrate/services';

/** Objects asked about at a time. */
const atOnce = 10;

export function createS3Sources(outside: Outside): Sources {
  const client = outside.client(S3Client);
  const find = (bucket: string, key: string) => orRefused(() => head(client, { bucket, key }));
  return {
    find,
    list: async ({ bucket, prefix, atMost }) => {
      const keys = await orRefused(() => keysBelow(client, { bucket, prefix, atMost }));
      const found: SourceVersion[] = [];
      for (let from = 0; from < keys.length; from += atOnce) {
        const some = await Promise.all(keys.slice(from, from + atOnce).map((key) => find(bucket, key)));
        found.push(...some.filter((one) => one !== undefined));
      }
      return found;
    },
  };
}

async function head(
  client: S3Client,
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<SourceVersion | undefined> {
  try {
    const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    // In a bucket without versions the only one is called `null`.
    return { key, versionId: answer.VersionId ?? 'null', bytes: answer.ContentLength ?? 0 };
  } catch (error) {
    const status = statusOf(error);
    // S3 answers 403 for a missing object to a caller who may list only below a prefix.
    if (status === 404 || (status === 403 && !(await isThere(client, { bucket, key })))) return undefined;
    throw error;
  }
}

async function isThere(
  client: S3Client,
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<boolean> {
  // The key itself precedes all others that begin with it.
  for await (const { Key } of objectsIn(client, { Bucket: bucket, Prefix: key, MaxKeys: 1 }))
    return Key === key;
  return false;
}

async function keysBelow(
  client: S3Client,
  { bucket, prefix, atMost }: { readonly bucket: string; readonly prefix: string; readonly atMost: number },
): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Key: key = '', Size: bytes = 0 } of objectsIn(client, {
    Bucket: bucket,
    Prefix: prefix,
  })) {
    if (keys.length === atMost) break;
    if (mayBeSheet({ key, bytes })) keys.push(key);
  }
  return keys;
}

async function orRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (statusOf(error) === 403 || isNamed(error, 'NoSuchBucket'))
      throw new SourceRefused('The files of a step may not be read', { cause: error });
    throw error;
  }
}
