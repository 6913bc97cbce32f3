import {
  HeadObjectCommand,
  ListObjectsV2Command,
  S3ServiceException,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { SourceRefused, type Sources, type SourceVersion } from '@sluice/flow/migrate/services';

/** Objects asked about at a time. */
const atOnce = 10;

export function createS3Sources(client: S3Client): Sources {
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
    // A bucket without versions calls the one there is `null`.
    return { key, versionId: answer.VersionId ?? 'null', bytes: answer.ContentLength ?? 0 };
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    // To those who may list only below a prefix S3 says of what is not there that they may not read it.
    if (status === 404 || (status === 403 && !(await isThere(client, { bucket, key })))) return undefined;
    throw error;
  }
}

async function isThere(
  client: S3Client,
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<boolean> {
  // The key itself comes before all others that begin with it.
  const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 }));
  return page.Contents?.[0]?.Key === key;
}

async function keysBelow(
  client: S3Client,
  { bucket, prefix, atMost }: { readonly bucket: string; readonly prefix: string; readonly atMost: number },
): Promise<string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    );
    const files = (page.Contents ?? []).filter(({ Key = '', Size }) => !(Key.endsWith('/') && Size === 0));
    keys.push(...files.flatMap(({ Key }) => Key ?? []));
    token = page.NextContinuationToken;
  } while (token !== undefined && keys.length < atMost);
  return keys.slice(0, atMost);
}

async function orRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    const isGone = error instanceof S3ServiceException && error.name === 'NoSuchBucket';
    if (status === 403 || isGone)
      throw new SourceRefused('The files of a step may not be read', { cause: error });
    throw error;
  }
}
