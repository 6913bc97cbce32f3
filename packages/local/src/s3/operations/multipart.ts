import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { change, header, sendNothing, sendXml, type Exchange } from '../exchange/exchange.ts';
import type { Part, Upload } from '../store/uploads.ts';
import type { Checksum } from '../store/versions.ts';
import { compositeChecksum } from '../wire/checksums.ts';
import { S3Error } from '../wire/s3-error.ts';
import { lockHeaders } from './object-lock.ts';
import { quoted, storedHeaders, unquoted, writeCondition } from './object-headers.ts';
import { algorithmNamed, receiveBody, receiveList } from './receive-body.ts';

const smallestPart = 5 * 1024 * 1024;

export function createUpload(exchange: Exchange): void {
  const { store, bucket, key } = exchange;
  store.bucket(bucket);
  const algorithm = algorithmNamed(header(exchange, 'x-amz-checksum-algorithm')) ?? null;
  const id = randomUUID().replaceAll('-', '');
  store.uploads.add({
    id,
    bucket,
    key,
    headers: { ...storedHeaders(exchange), ...lockHeaders(exchange) },
    algorithm,
    created_at: store.now().getTime(),
  });
  sendXml(exchange, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
}

export async function uploadPart(exchange: Exchange): Promise<void> {
  const { store, query } = exchange;
  const upload = uploadOf(exchange);
  const number = Number(query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive.');
  }
  const { incoming, md5, checksum } = await receiveBody(exchange);
  const { name: file, size } = incoming.adopt();
  const replaced = store.uploads.putPart({
    upload_id: upload.id,
    number,
    file,
    size,
    md5,
    checksum: checksum !== undefined && checksum.algorithm === upload.algorithm ? checksum.value : null,
    modified_at: store.now().getTime(),
  });
  if (replaced !== undefined) store.blobs.remove([replaced]);
  sendNothing(exchange, 200, {
    etag: quoted(md5),
    ...(checksum && { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value }),
  });
}

/** S3 lists at most so many at once. */
const mostListed = 1000;

/** `ListParts`, in order of numbers. */
export function listParts(exchange: Exchange): void {
  const { store, bucket, key, query } = exchange;
  const { id, algorithm } = uploadOf(exchange);
  const after = Number(query.get('part-number-marker') ?? 0);
  const left = store.uploads.parts(id).filter(({ number }) => number > after);
  const page = left.slice(0, mostListed);
  const isTruncated = left.length > page.length;
  sendXml(exchange, 'ListPartsResult', {
    ...{ Bucket: bucket, Key: key, UploadId: id },
    ...(algorithm && { ChecksumAlgorithm: algorithm.toUpperCase(), ChecksumType: 'COMPOSITE' }),
    ...(isTruncated && { NextPartNumberMarker: page.at(-1)?.number }),
    ...{ MaxParts: mostListed, IsTruncated: isTruncated },
    Part: page.map(({ number, md5, size, checksum, modified_at: at }) => ({
      ...{ PartNumber: number, ETag: quoted(md5), Size: size, LastModified: new Date(at).toISOString() },
      ...(algorithm && checksum !== null && { [`Checksum${algorithm.toUpperCase()}`]: checksum }),
    })),
  });
}

const partSchema = z.object({ PartNumber: z.coerce.number().int(), ETag: z.string() });
const completeSchema = z.object({
  CompleteMultipartUpload: z.object({
    Part: z.union([z.array(partSchema), partSchema.transform((one) => [one])]),
  }),
});

export async function completeUpload(exchange: Exchange): Promise<void> {
  const { store, bucket, key } = exchange;
  const list = await receiveList(exchange, completeSchema);
  const upload = uploadOf(exchange);
  const stored = store.uploads.parts(upload.id);
  const parts = chosenParts(list.CompleteMultipartUpload.Part, stored);
  const md5 = createHash('md5');
  for (const part of parts) md5.update(Buffer.from(part.md5, 'hex'));
  const etag = `${md5.digest('hex')}-${parts.length}`;
  const condition = writeCondition(exchange);
  const version = store.add(
    {
      bucket,
      key,
      isMarker: false,
      size: parts.reduce((sum, { size }) => sum + size, 0),
      etag,
      blobs: parts.map(({ file, size }) => ({ name: file, size })),
      headers: upload.headers,
      checksum: checksumOf(upload, parts),
    },
    change(exchange, 'ObjectCreated:CompleteMultipartUpload'),
    condition,
  );
  store.uploads.remove(upload.id);
  store.blobs.remove(stored.filter((part) => !parts.includes(part)).map(({ file }) => file));
  if (version.versionId !== 'null') exchange.response.setHeader('x-amz-version-id', version.versionId);
  const Location = `http://${header(exchange, 'host')}/${bucket}/${encodeURI(key)}`;
  sendXml(exchange, 'CompleteMultipartUploadResult', {
    Location,
    Bucket: bucket,
    Key: key,
    ETag: quoted(etag),
  });
}

export function abortUpload(exchange: Exchange): void {
  const { store } = exchange;
  const upload = uploadOf(exchange);
  const files = store.uploads.parts(upload.id).map(({ file }) => file);
  store.uploads.remove(upload.id);
  store.blobs.remove(files);
  sendNothing(exchange, 204);
}

function uploadOf({ store, bucket, key, query }: Exchange): Upload {
  const upload = store.uploads.get(query.get('uploadId') ?? '');
  if (upload !== undefined && upload.bucket === bucket && upload.key === key) return upload;
  throw new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.');
}

function chosenParts(wanted: readonly z.infer<typeof partSchema>[], stored: readonly Part[]): Part[] {
  if (wanted.some(({ PartNumber }, index) => PartNumber <= (wanted[index - 1]?.PartNumber ?? 0))) {
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  return wanted.map(({ PartNumber, ETag }, index) => {
    const part = stored.find(({ number }) => number === PartNumber);
    if (part === undefined || unquoted(ETag) !== part.md5) {
      throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
    }
    if (index < wanted.length - 1 && part.size < smallestPart) {
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.');
    }
    return part;
  });
}

function checksumOf({ algorithm }: Upload, parts: readonly Part[]): Checksum | null {
  const values = parts.flatMap(({ checksum }) => (checksum === null ? [] : [checksum]));
  if (algorithm === null || values.length < parts.length) return null;
  return { algorithm, value: compositeChecksum(algorithm, values), type: 'COMPOSITE' };
}
