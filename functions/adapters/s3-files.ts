import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { fileTypes, type ByteRange } from '@sluice/sheets';
import type { Outside } from './outside.ts';
import { packed, unpacked } from './packed.ts';
import { isNamed, isNotDecrypted, statusOf } from './s3-errors.ts';
import { ObjectNotDecrypted, ObjectNotFound, type Files, type ObjectRef } from '@sluice/flow/ports';

/** An upload goes in parts, `partsAtOnce` of them in memory. S3 takes 10,000 parts: 80 GB. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

const oneByte = { start: 0, end: 1 };

export function createS3Files(outside: Outside, bucket: string): Files {
  const client = outside.client(S3Client);

  async function get(key: string): Promise<string | undefined> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Body && (await unpacked(key, await Body.transformToByteArray()));
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async function put(key: string, text: string): Promise<void> {
    await client.send(new PutObjectCommand(await objectOf(bucket, { key, text })));
  }

  return {
    get,
    put,
    putOnce: async (key, text) => {
      // The SDK does not know the length of an empty text.
      const body = { Body: text, ContentLength: Buffer.byteLength(text), ContentType: typeOf(key) };
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, ...body, IfNoneMatch: '*' }));
        return text;
      } catch (error) {
        const taken = isTaken(error) ? await get(key) : undefined;
        if (taken === undefined) throw error;
        return taken;
      }
    },
    about: async ({ bucket: other = bucket, key, versionId }) => {
      try {
        const head = await client.send(
          new HeadObjectCommand({ Bucket: other, Key: key, VersionId: versionId }),
        );
        return { versionId: head.VersionId, landedAt: head.LastModified, metadata: head.Metadata ?? {} };
      } catch (error) {
        // 405 means a delete marker.
        if ([404, 405].includes(statusOf(error) ?? 0)) return undefined;
        // The answer to HEAD has no reason, the answer to GET has.
        if ([400, 403].includes(statusOf(error) ?? 0))
          for await (const _ of streamObject(
            { client, bucket, range: oneByte },
            { bucket: other, key, versionId },
          ));
        throw error;
      }
    },
    stream: (ref, range) => streamObject({ client, bucket, range }, ref),
    upload: async (key, chunks) => {
      const body = Readable.from(chunks, { objectMode: false });
      const params = { Bucket: bucket, Key: key, Body: body, ContentType: typeOf(key) };
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    },
  };
}

async function* streamObject(
  { client, bucket, range }: { client: S3Client; bucket: string; range: ByteRange | undefined },
  { bucket: other = bucket, key, versionId }: ObjectRef,
): AsyncGenerator<Uint8Array> {
  // S3 reads a range of no bytes as no range.
  if (range !== undefined && range.start >= range.end) return;
  const Range = range && `bytes=${range.start}-${range.end - 1}`;
  let answer: GetObjectCommandOutput;
  try {
    answer = await client.send(
      new GetObjectCommand({ Bucket: other, Key: key, VersionId: versionId, Range }),
    );
  } catch (error) {
    if (isGone(error)) throw new ObjectNotFound('The object is not in the bucket any more', { cause: error });
    if (isNotDecrypted(error))
      throw new ObjectNotDecrypted('KMS does not decrypt the object', { cause: error });
    throw error;
  }
  // In Node the SDK always returns a Readable; the type also covers browsers.
  if (answer.Body instanceof Readable) yield* answer.Body;
}

/** An object with this text, as it is stored. */
export async function objectOf(
  Bucket: string,
  { key, text }: { readonly key: string; readonly text: string },
) {
  return { Bucket, Key: key, Body: await packed(key, text), ContentType: typeOf(key) };
}

/** `MethodNotAllowed`: the version is a delete marker. */
const isGone = (error: unknown) => isNamed(error, 'NoSuchKey', 'NoSuchVersion', 'MethodNotAllowed');

/** `ConditionalRequestConflict`: another writer was faster by a moment. */
const isTaken = (error: unknown) => isNamed(error, 'PreconditionFailed', 'ConditionalRequestConflict');

function typeOf(key: string): string {
  if (key.endsWith('.json')) return 'application/json';
  if (key.endsWith('.gz')) return 'application/gzip';
  if (key.endsWith('.tsv')) return 'text/tab-separated-values; charset=utf-8';
  const type = Object.values(fileTypes).find(({ endings }) => endings.test(key));
  return type?.contentType ?? 'application/octet-stream';
}
