import { randomBytes } from 'node:crypto';
import type { CompletedPart, S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Fixture } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';

const place = { Bucket: 'kept', Key: 'inbox/big file.csv' };
const fiveMiB = 5 * 1024 * 1024;

async function begin(client: S3): Promise<string> {
  const { UploadId = '' } = await client.createMultipartUpload({ ...place, ContentType: 'text/csv' });
  return UploadId;
}

async function upload(client: S3, UploadId: string, parts: readonly Buffer[]): Promise<CompletedPart[]> {
  const done: CompletedPart[] = [];
  for (const [index, Body] of parts.entries()) {
    const PartNumber = index + 1;
    const { ETag } = await client.uploadPart({ ...place, UploadId, PartNumber, Body });
    done.push({ PartNumber, ETag });
  }
  return done;
}

test('an upload in parts survives a restart and becomes one object', async () => {
  const folder = tempDir();
  const bytes = randomBytes(fiveMiB + 1000);
  const before = await s3Fixture(folder);
  const UploadId = await begin(before.client);
  const [first] = await upload(before.client, UploadId, [bytes.subarray(0, fiveMiB)]);
  await before.stop();

  const { client } = await s3Fixture(folder);
  const Body = bytes.subarray(fiveMiB);
  const second = await client.uploadPart({ ...place, UploadId, PartNumber: 2, Body });
  const Parts = [{ ...first }, { PartNumber: 2, ETag: second.ETag }];
  const complete = await client.completeMultipartUpload({ ...place, UploadId, MultipartUpload: { Parts } });
  expect(complete.ETag).toMatch(/-2"$/);
  const whole = await client.getObject(place);
  expect(Buffer.from((await whole.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  expect(whole.ContentType).toBe('text/csv');
  const across = await client.getObject({ ...place, Range: `bytes=${fiveMiB - 5}-${fiveMiB + 4}` });
  expect(Buffer.from((await across.Body?.transformToByteArray()) ?? [])).toEqual(
    bytes.subarray(fiveMiB - 5, fiveMiB + 5),
  );
});

test('parts that are too small, unknown or out of order are refused', async () => {
  const { client } = await s3Fixture();
  const UploadId = await begin(client);
  const [one, two] = await upload(client, UploadId, [Buffer.alloc(10), Buffer.alloc(10)]);
  const complete = (Parts: CompletedPart[]) =>
    client.completeMultipartUpload({ ...place, UploadId, MultipartUpload: { Parts } });
  await expect(complete([{ ...one }, { ...two }])).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete([{ ...two }, { ...one }])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  await expect(complete([{ PartNumber: 3, ETag: '"00"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
});

test('an aborted upload refuses more parts', async () => {
  const { client } = await s3Fixture();
  const UploadId = await begin(client);
  await upload(client, UploadId, [Buffer.alloc(10)]);
  await client.abortMultipartUpload({ ...place, UploadId });
  await expect(upload(client, UploadId, [Buffer.alloc(10)])).rejects.toMatchObject({ name: 'NoSuchUpload' });
});
