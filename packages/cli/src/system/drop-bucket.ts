import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import { awsFault } from '../io/aws-faults.ts';
import { findSystem } from '../find/find-system.ts';
import type { BucketPlaces } from '../find/system.ts';
import type { Services } from '../io/services.ts';
import { uploaderMetadata } from './uploader-metadata.ts';

/** Parts of a multipart upload; a smaller file travels in one request. Bytes. */
const partBytes = 8 * 1024 * 1024;

interface Dropping {
  readonly file: string;
  readonly key: string;
  /** The metadata of the object; who uploads it when absent. */
  readonly metadata?: Metadata;
}

type Metadata = Readonly<Record<string, string>>;

interface ObjectVersion {
  /** The drop bucket when absent. The file of a migration may be in another one. */
  readonly bucket?: string | undefined;
  readonly key: string;
  readonly versionId: string;
}

interface SavedText {
  readonly key: string;
  readonly text: string;
  readonly etag: string | undefined;
}

/** The buckets of the running system. */
export interface Buckets {
  /** @returns the version of the new object */
  upload(dropping: Dropping, onBytes: (sent: number) => void): Promise<string>;
  /** The bytes of an object of the drop bucket, or undefined when there is none. */
  readDropped(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Whether the drop bucket has no such object. Whoever may only upload cannot know, and gets false. */
  lacksDropped(key: string): Promise<boolean>;
  /** The keys of the drop bucket that begin so, at most 1,000; undefined for whoever may not list them. */
  keysBelow(prefix: string): Promise<readonly string[] | undefined>;
  /** The text of a profile, and the tag of its version. */
  readProfile(key: string): Promise<{ readonly text: string; readonly etag: string | undefined } | undefined>;
  /** @returns false if there is no longer what has this tag; without a tag, if there is any */
  saveProfile(profile: SavedText): Promise<boolean>;
  /** The bytes of one version of a dropped file; undefined when that is gone. */
  readVersion(ref: ObjectVersion): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The bytes of a result sheet. */
  readResult(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Its earlier versions stay, so that it can be restored. */
  removeDropped(key: string): Promise<void>;
  close(): void;
}

/** @param uploader says in the metadata of what is uploaded who does so */
export function openBuckets(
  { drops, files, client: settings }: BucketPlaces,
  uploader: () => Promise<Metadata> = async () => ({}),
): Buckets {
  const client = new S3Client(settings);
  let known: Promise<Metadata> | undefined;
  const mine = () => (known ??= uploader());
  return {
    upload: async ({ metadata, ...dropping }, onBytes) =>
      upload(client, { bucket: drops, ...dropping, metadata: metadata ?? (await mine()) }, onBytes),
    readDropped: (key) => read(client, { bucket: drops, key }),
    lacksDropped: (key) =>
      client.send(new HeadObjectCommand({ Bucket: drops, Key: key })).then(() => false, isNotFound),
    keysBelow: (prefix) => list(client, { bucket: drops, prefix }),
    readProfile: (key) => readText(client, { bucket: drops, key }),
    saveProfile: async (profile) => saveText(client, { bucket: drops, ...profile, metadata: await mine() }),
    readVersion: ({ bucket = drops, ...version }) => read(client, { bucket, ...version }),
    readResult: (key) => read(client, { bucket: files, key }),
    removeDropped: (key) => remove(client, drops, key),
    close: () => client.destroy(),
  };
}

/** The buckets of the system that runs now. @throws CliError as `findSystem` does */
export async function findBuckets(services: Services): Promise<Buckets> {
  const system = await findSystem(services);
  return openBuckets(system.buckets, () => uploaderMetadata(system, services));
}

async function upload(
  client: S3Client,
  { bucket, key, file, metadata }: Required<Dropping> & { readonly bucket: string },
  onBytes: (sent: number) => void,
): Promise<string> {
  const sending = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: createReadStream(file), Metadata: { ...metadata } },
    partSize: partBytes,
  });
  sending.on('httpUploadProgress', ({ loaded }) => onBytes(loaded ?? 0));
  const { VersionId: versionId } = await sending.done().catch((error: unknown) => {
    throw awsFault(error, { what: `The upload to ${bucket}/${printable(key)} failed` });
  });
  if (versionId === undefined)
    throw new CliError('failed', `The bucket ${bucket} keeps no versions. Expected a versioned bucket.`);
  return versionId;
}

async function list(
  client: S3Client,
  { bucket, prefix }: Record<'bucket' | 'prefix', string>,
): Promise<readonly string[] | undefined> {
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    return Contents.flatMap(({ Key }) => Key ?? []);
  } catch (error) {
    if (statusOf(error) === 403) return undefined;
    throw awsFault(error, { what: `${bucket}/${prefix} could not be listed` });
  }
}

async function readText(client: S3Client, { bucket, key }: Record<'bucket' | 'key', string>) {
  try {
    const { Body: body, ETag: etag } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    // A decoder would leave out a byte order mark, which the hash of a run includes.
    return body && { text: (await buffer(body.transformToWebStream())).toString('utf8'), etag };
  } catch (error) {
    if (await isGone(error, client, { bucket, key })) return undefined;
    throw awsFault(error, { what: `${bucket}/${printable(key)} could not be read` });
  }
}

async function saveText(
  client: S3Client,
  { bucket, key, text, etag, metadata }: SavedText & { readonly bucket: string; readonly metadata: Metadata },
): Promise<boolean> {
  const condition = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag };
  try {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, Metadata: { ...metadata }, ...condition }),
    );
    return true;
  } catch (error) {
    // A conflict is another write at the same time.
    if ([404, 409, 412].includes(statusOf(error) ?? 0)) return false;
    throw awsFault(error, { what: `The upload to ${bucket}/${printable(key)} failed` });
  }
}

async function remove(client: S3Client, bucket: string, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
    throw awsFault(error, { what: `${bucket}/${printable(key)} could not be removed` });
  });
}

async function read(
  client: S3Client,
  { bucket, key, versionId }: Partial<ObjectVersion> & Record<'bucket' | 'key', string>,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const { Body: body } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }),
    );
    if (body === undefined) return undefined;
    return body.transformToWebStream();
  } catch (error) {
    if (await isGone(error, client, { bucket, key })) return undefined;
    throw awsFault(error, { what: `${bucket}/${printable(key)} could not be read` });
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
const isNotFound = (error: unknown): boolean => statusOf(error) === 404;

/** S3 denies what is not there to somebody who may list only a part of the bucket. A list of that key tells the two apart. */
async function isGone(
  error: unknown,
  client: S3Client,
  { bucket, key }: Record<'bucket' | 'key', string>,
): Promise<boolean> {
  if (statusOf(error) !== 403) return isNotFound(error);
  const keys = await list(client, { bucket, prefix: key });
  return keys !== undefined && !keys.includes(key);
}
