import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ByteRange } from '@sluice/sheets';
import { ObjectNotFound, type Files, type ObjectRef } from '@sluice/flow/ports';

/** Parts of an upload, of which the SDK holds `partsAtOnce` in memory. S3 takes 10,000 of them: 80 GB. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

export function createS3Files({ client, bucket }: { client: S3Client; bucket: string }): Files {
  async function get(key: string): Promise<string | undefined> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return await Body?.transformToString('utf-8');
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async function put(key: string, text: string): Promise<void> {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: typeOf(key) }),
    );
  }

  return {
    get,
    put,
    putOnce: async (key, text) => {
      // Of an empty text the SDK does not know the length.
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
        return { versionId: head.VersionId, metadata: head.Metadata ?? {} };
      } catch (error) {
        // The answer to HEAD has no body that could name the error; 405 is said of a delete marker.
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (status === 404 || status === 405) return undefined;
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
  // S3 would take a range of no bytes for no range at all.
  if (range !== undefined && range.start >= range.end) return;
  const Range = range && `bytes=${range.start}-${range.end - 1}`;
  let answer: GetObjectCommandOutput;
  try {
    answer = await client.send(
      new GetObjectCommand({ Bucket: other, Key: key, VersionId: versionId, Range }),
    );
  } catch (error) {
    if (isGone(error)) throw new ObjectNotFound('The object is not in the bucket any more', { cause: error });
    throw error;
  }
  // In Node the SDK always answers a Readable; the type also covers browsers.
  if (answer.Body instanceof Readable) yield* answer.Body;
}

const goneCodes = ['NoSuchKey', 'NoSuchVersion', 'MethodNotAllowed'];

/** `MethodNotAllowed` is what S3 says of a version that is a delete marker. */
function isGone(error: unknown): boolean {
  return (
    error instanceof NoSuchKey || (error instanceof S3ServiceException && goneCodes.includes(error.name))
  );
}

/** `ConditionalRequestConflict`: another writer was faster by a moment. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    ['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name)
  );
}

const contentTypes: readonly (readonly [ending: string, type: string])[] = [
  ['.json', 'application/json'],
  ['.jsonl', 'application/x-ndjson'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.tsv', 'text/tab-separated-values; charset=utf-8'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
];

function typeOf(key: string): string {
  return contentTypes.find(([ending]) => key.endsWith(ending))?.[1] ?? 'application/octet-stream';
}
