import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
  paginateListParts,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type {
  ArrivedPart,
  PinnedBytes,
  SignedPut,
  UploadRef,
  Uploads,
} from '@sluice/console/api/upload/uploads';
import type { Outside } from './outside.ts';
import { isNamed } from './s3-errors.ts';

/** Within which a part begins to be sent. The browser asks again for what it did not send. */
const addressSeconds = 15 * 60;
const checksumHeader = 'x-amz-checksum-sha256';

/** Signs uploads to a bucket. S3 compares the length and the sha256 of what it gets with those that were signed. */
export function createS3Uploads(outside: Outside, bucket: string): Uploads {
  const client = outside.client(S3Client);

  /** In the query these headers would be signed as well, but the address alone would then be enough. */
  const signing = (headers: SignedPut['headers']) => {
    const names = new Set(Object.keys(headers));
    const signableHeaders = new Set([...names, 'content-length', 'host']);
    return { expiresIn: addressSeconds, unhoistableHeaders: names, signableHeaders };
  };

  return {
    bucket,
    begin: async ({ key, metadata }) => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({
          ...{ Bucket: bucket, Key: key, Metadata: metadata },
          ...{ ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE' },
        }),
      );
      if (UploadId === undefined) throw new Error('S3 gave an upload no id');
      return UploadId;
    },
    signPart: async ({ key, uploadId }, { number, ...pinned }) => {
      const part = { Bucket: bucket, Key: key, UploadId: uploadId, PartNumber: number };
      const headers = checksumOf(pinned);
      const command = new UploadPartCommand({ ...part, ...inputOf(pinned) });
      return { url: await getSignedUrl(client, command, signing(headers)), headers };
    },
    arrived: (upload) => arrivedParts(client, bucket, upload),
    complete: async ({ key, uploadId }, parts) => {
      const Parts = parts.map(({ number, etag, checksum }) => ({
        ...{ PartNumber: number, ETag: etag, ChecksumSHA256: checksum },
      }));
      const { VersionId = 'null' } = await client.send(
        new CompleteMultipartUploadCommand({
          ...{ Bucket: bucket, Key: key, UploadId: uploadId },
          ...{ MultipartUpload: { Parts }, ChecksumType: 'COMPOSITE' },
        }),
      );
      return VersionId;
    },
  };
}

async function arrivedParts(
  client: S3Client,
  bucket: string,
  { key, uploadId }: UploadRef,
): Promise<ArrivedPart[] | undefined> {
  const parts: ArrivedPart[] = [];
  try {
    const upload = { Bucket: bucket, Key: key, UploadId: uploadId };
    for await (const { Parts = [] } of paginateListParts({ client }, upload))
      for (const { PartNumber = 0, Size = 0, ETag = '', ChecksumSHA256 = '' } of Parts)
        parts.push({ number: PartNumber, bytes: Size, etag: ETag, checksum: ChecksumSHA256 });
  } catch (error) {
    if (isNamed(error, 'NoSuchUpload')) return undefined;
    throw error;
  }
  return parts;
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

const checksumOf = ({ sha256 }: PinnedBytes) => ({ [checksumHeader]: base64(sha256) });

const inputOf = ({ bytes, sha256 }: PinnedBytes) =>
  ({ ContentLength: bytes, ChecksumAlgorithm: 'SHA256', ChecksumSHA256: base64(sha256) }) as const;
