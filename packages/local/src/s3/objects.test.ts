import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type GetObjectCommand, PutObjectCommand, type S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Fixture } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';

const text = async (client: S3, input: ConstructorParameters<typeof GetObjectCommand>[0]) =>
  (await client.getObject(input)).Body?.transformToString();

test('an object comes back with its bytes, type and metadata', async () => {
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

test('a streamed upload keeps the bytes that were sent, without their framing', async () => {
  const { client } = await s3Fixture();
  const bytes = randomBytes(700_001);
  const place = { Bucket: 'plain', Key: 'big.bin' };
  await client.putObject({ ...place, Body: Readable.from(halves(bytes)), ContentLength: bytes.length });
  const got = await client.getObject(place);
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  expect(got.ContentEncoding).toBeUndefined();
});

test.each([
  // The published check value of CRC-64/NVME for these digits.
  ['CRC32', Buffer.from('cbf43926', 'hex')],
  ['SHA256', createHash('sha256').update('123456789').digest()],
] as const)('a correct %s checksum is accepted, and a wrong one is refused', async (algorithm, digest) => {
  const { client } = await s3Fixture();
  const input = { Bucket: 'plain', Key: 'digits', Body: '123456789' };
  const name = `Checksum${algorithm}` as const;
  const value = digest.toString('base64');
  expect((await client.putObject({ ...input, [name]: value }))[name]).toBe(value);
  const wrong = client.putObject({ ...input, [name]: 'AAAAAA==' });
  await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' });
});

test('a range gives its bytes, and one beyond the end is refused', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'plain', Key: 'digits' };
  await client.putObject({ ...place, Body: '0123456789' });
  for (const [range, bytes] of Object.entries({ '2-4': '234', '7-': '789', '-3': '789' }))
    expect(await text(client, { ...place, Range: `bytes=${range}` })).toBe(bytes);
  const partly = await client.headObject({ ...place, Range: 'bytes=8-99' });
  expect(partly.ContentRange).toBe('bytes 8-9/10');
  await expect(text(client, { ...place, Range: 'bytes=10-' })).rejects.toMatchObject({
    name: 'InvalidRange',
  });
});

test('of several writes that require that there is no object, only one succeeds', async () => {
  const { client } = await s3Fixture();
  const put = new PutObjectCommand({ Bucket: 'kept', Key: 'one', Body: 'first', IfNoneMatch: '*' });
  const tries = await Promise.allSettled([client.send(put), client.send(put), client.send(put)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(tries.find((result) => result.status === 'rejected')?.reason).toMatchObject({
    name: 'PreconditionFailed',
  });
});

test('a condition on the current version refuses a late write, and avoids reading an unchanged object', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'kept', Key: 'one' };
  const { ETag: first } = await client.putObject({ ...place, Body: 'first' });
  const { ETag: second } = await client.putObject({ ...place, Body: 'second', IfMatch: first });
  const late = client.putObject({ ...place, Body: 'third', IfMatch: first });
  await expect(late).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect(await text(client, { ...place, IfNoneMatch: first })).toBe('second');
  const unchanged = client.getObject({ ...place, IfNoneMatch: second });
  await expect(unchanged).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
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
  expect((await client.listObjectsV2({ Bucket: 'plain' })).KeyCount).toBe(0);
});

test('a copy has the bytes and the metadata of its source, and outlives it', async () => {
  const { client } = await s3Fixture();
  await client.putObject({ Bucket: 'plain', Key: 'ä b', Body: 'text', Metadata: { a: '1' } });
  const CopySource = `plain/${encodeURIComponent('ä b')}`;
  await client.copyObject({ Bucket: 'kept', Key: 'copy', CopySource });
  await client.deleteObject({ Bucket: 'plain', Key: 'ä b' });
  const copy = await client.getObject({ Bucket: 'kept', Key: 'copy' });
  expect(await copy.Body?.transformToString()).toBe('text');
  expect(copy.Metadata).toEqual({ a: '1' });
  await expect(client.copyObject({ Bucket: 'kept', Key: 'copy', CopySource })).rejects.toThrow(
    'does not exist',
  );
});

test('an object survives a restart', async () => {
  const folder = tempDir();
  const place = { Bucket: 'kept', Key: 'one' };
  const before = await s3Fixture(folder);
  await before.client.putObject({ ...place, Body: 'text' });
  await before.stop();
  expect(await text((await s3Fixture(folder)).client, place)).toBe('text');
});

test('a bucket, a key or an operation that does not exist is refused by name', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'kept', Key: 'k' };
  for (const [request, name] of [
    [() => text(client, { ...place, Bucket: 'none' }), 'NoSuchBucket'],
    [() => text(client, place), 'NoSuchKey'],
    [() => client.headObject(place), 'NotFound'],
    [() => client.getObjectTagging(place), 'NotImplemented'],
  ] as const)
    await expect(request()).rejects.toMatchObject({ name });
});

function* halves(bytes: Buffer): Generator<Buffer> {
  yield bytes.subarray(0, 333_333);
  yield bytes.subarray(333_333);
}
