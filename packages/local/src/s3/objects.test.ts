import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type GetObjectCommand, PutObjectCommand, type ChecksumAlgorithm, type S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Fixture } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';

const text = async (client: S3, input: ConstructorParameters<typeof GetObjectCommand>[0]) =>
  (await client.getObject(input)).Body?.transformToString();

test('a put object comes back with its bytes, type and metadata', async () => {
  const { client, errors } = await s3Fixture();
  const place = { Bucket: 'kept', Key: "inbox/client/e-mail/naïve file (1) & co's.csv" };
  const put = await client.putObject({
    ...place,
    Body: 'a,b\n',
    ContentType: 'text/csv',
    Metadata: { who: 'ann' },
  });
  const got = await client.getObject(place);
  expect(await got.Body?.transformToString()).toBe('a,b\n');
  expect(got.ContentType).toBe('text/csv');
  expect(got.Metadata).toEqual({ who: 'ann' });
  expect(got.ETag).toBe(`"${createHash('md5').update('a,b\n').digest('hex')}"`);
  expect(got.VersionId).toBe(put.VersionId);
  expect(errors).toEqual([]);
});

test('a streamed put keeps exactly the bytes that were sent, without their framing', async () => {
  const { client } = await s3Fixture();
  const bytes = randomBytes(700_001);
  const place = { Bucket: 'plain', Key: 'big.bin' };
  await client.putObject({ ...place, Body: Readable.from(halves(bytes)), ContentLength: bytes.length });
  const got = await client.getObject(place);
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  expect(got.ContentEncoding).toBeUndefined();
});

test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] satisfies ChecksumAlgorithm[])(
  'a %s checksum that is right is taken and one that is wrong is refused',
  async (algorithm) => {
    const { client } = await s3Fixture();
    // The check values that the catalogue of CRC algorithms gives for these bytes.
    const value = {
      CRC32: () => Buffer.from('cbf43926', 'hex').toString('base64'),
      CRC32C: () => Buffer.from('e3069283', 'hex').toString('base64'),
      CRC64NVME: () => Buffer.from('ae8b14860a799888', 'hex').toString('base64'),
      SHA1: () => createHash('sha1').update('123456789').digest('base64'),
      SHA256: () => createHash('sha256').update('123456789').digest('base64'),
    }[algorithm]();
    const input = { Bucket: 'plain', Key: 'digits', Body: '123456789' };
    const put = await client.putObject({ ...input, [`Checksum${algorithm}`]: value });
    expect(put[`Checksum${algorithm}`]).toBe(value);
    const wrong = client.putObject({ ...input, [`Checksum${algorithm}`]: 'AAAAAA==' });
    await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' });
  },
);

test('ranges give the bytes asked for, and one beyond the end is refused', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'plain', Key: 'digits' };
  await client.putObject({ ...place, Body: '0123456789' });
  expect(await text(client, { ...place, Range: 'bytes=2-4' })).toBe('234');
  expect(await text(client, { ...place, Range: 'bytes=7-' })).toBe('789');
  expect(await text(client, { ...place, Range: 'bytes=-3' })).toBe('789');
  const partly = await client.headObject({ ...place, Range: 'bytes=8-99' });
  expect(partly.ContentRange).toBe('bytes 8-9/10');
  await expect(text(client, { ...place, Range: 'bytes=10-' })).rejects.toMatchObject({
    name: 'InvalidRange',
  });
});

test('a put that is to be the first is refused when there is an object', async () => {
  const { client } = await s3Fixture();
  const put = new PutObjectCommand({ Bucket: 'kept', Key: 'one', Body: 'first', IfNoneMatch: '*' });
  const tries = await Promise.allSettled([client.send(put), client.send(put), client.send(put)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(tries.find((result) => result.status === 'rejected')?.reason).toMatchObject({
    name: 'PreconditionFailed',
  });
});

test('a put on a version that has changed since is refused', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'kept', Key: 'one' };
  const { ETag } = await client.putObject({ ...place, Body: 'first' });
  await client.putObject({ ...place, Body: 'second', IfMatch: ETag });
  const late = client.putObject({ ...place, Body: 'third', IfMatch: ETag });
  await expect(late).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect(await text(client, place)).toBe('second');
});

test('a deleted object is hidden by a marker, and its versions can still be read', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'kept', Key: 'one' };
  const first = await client.putObject({ ...place, Body: 'first' });
  await client.putObject({ ...place, Body: 'second' });
  const deleted = await client.deleteObject(place);
  expect(deleted.DeleteMarker).toBe(true);
  await expect(text(client, place)).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(await text(client, { ...place, VersionId: first.VersionId })).toBe('first');
  await client.deleteObject({ ...place, VersionId: deleted.VersionId });
  expect(await text(client, place)).toBe('second');
});

test('several objects are deleted at once', async () => {
  const { client } = await s3Fixture();
  for (const Key of ['a', 'b & <c>']) await client.putObject({ Bucket: 'plain', Key, Body: 'x' });
  const Objects = [{ Key: 'a' }, { Key: 'b & <c>' }, { Key: 'never there' }];
  const { Deleted } = await client.deleteObjects({ Bucket: 'plain', Delete: { Objects } });
  expect(Deleted?.map(({ Key }) => Key)).toEqual(['a', 'b & <c>', 'never there']);
  await expect(text(client, { Bucket: 'plain', Key: 'b & <c>' })).rejects.toMatchObject({
    name: 'NoSuchKey',
  });
});

test('a copy has the bytes and the metadata of its source, and outlives it', async () => {
  const { client } = await s3Fixture();
  await client.putObject({ Bucket: 'plain', Key: 'ä b', Body: 'text', Metadata: { a: '1' } });
  const CopySource = `plain/${encodeURIComponent('ä b')}`;
  await client.copyObject({ Bucket: 'kept', Key: 'copy', CopySource });
  await client.deleteObject({ Bucket: 'plain', Key: 'ä b' });
  const got = await client.getObject({ Bucket: 'kept', Key: 'copy' });
  expect(await got.Body?.transformToString()).toBe('text');
  expect(got.Metadata).toEqual({ a: '1' });
});

test('an object that has not changed is not sent again', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'plain', Key: 'one' };
  const { ETag } = await client.putObject({ ...place, Body: 'text' });
  const again = client.getObject({ ...place, IfNoneMatch: ETag });
  await expect(again).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
});

test('what was put is there after a restart', async () => {
  const folder = tempDir();
  const place = { Bucket: 'kept', Key: 'one' };
  const before = await s3Fixture(folder);
  await before.client.putObject({ ...place, Body: 'text' });
  await before.stop();
  const after = await s3Fixture(folder);
  expect(await text(after.client, place)).toBe('text');
});

test('buckets, keys and operations that are not there are named as such', async () => {
  const { client } = await s3Fixture();
  await expect(text(client, { Bucket: 'none', Key: 'k' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  await expect(text(client, { Bucket: 'kept', Key: 'k' })).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(client.headObject({ Bucket: 'kept', Key: 'k' })).rejects.toMatchObject({
    name: 'NotFound',
  });
});

function* halves(bytes: Buffer): Generator<Buffer> {
  yield bytes.subarray(0, 333_333);
  yield bytes.subarray(333_333);
}
