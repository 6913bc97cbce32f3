import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { openSheet } from '@sluice/sheets';
import { createXlsxWriter } from '@sluice/sheets/xlsx-writer';
import { expect, it } from 'vitest';
import { createS3Files } from './s3-files.ts';
import { outsideWith } from './testing/outside-with.ts';
import { ObjectNotDecrypted, ObjectNotFound } from '@sluice/flow/ports';

async function setUp() {
  const { client } = await s3Fixture();
  const put = async (key: string, bytes: Uint8Array) => {
    const { VersionId } = await client.send(new PutObjectCommand({ Bucket: 'kept', Key: key, Body: bytes }));
    return { key, versionId: VersionId ?? '' };
  };
  return { files: createS3Files(outsideWith(client), 'kept'), put };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

it('streams any part of the requested version of an object', async () => {
  const { files, put } = await setUp();
  const old = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  const ref = await put('a file.csv', old);
  await put('a file.csv', Buffer.from('newer'));
  for (const [start, end] of [
    [0, 1],
    [0, old.length],
    [65_535, 131_073],
    [old.length - 1, old.length],
    [7, 7],
  ] as const) {
    expect((await bytesOf(files.stream(ref, { start, end }))).equals(old.subarray(start, end))).toBe(true);
  }
  expect((await bytesOf(files.stream(ref))).equals(old)).toBe(true);
});

it('throws for an object that is gone, instead of streaming nothing', async () => {
  const { files } = await setUp();
  const ref = { key: 'never there', versionId: undefined };
  await expect(bytesOf(files.stream(ref, { start: 0, end: 5 }))).rejects.toBeInstanceOf(ObjectNotFound);
});

it.each([
  [
    'AccessDenied',
    'User: arn:aws:sts::1:role is not authorized to perform: kms:Decrypt on the resource',
    true,
  ],
  ['KMS.DisabledException', 'The key is disabled.', true],
  ['AccessDenied', 'Access Denied', false],
])('knows by %s "%s" whether KMS did not decrypt the object', async (name, message, isKms) => {
  const { client } = await s3Fixture();
  client.middlewareStack.add(
    (_next, { commandName }) =>
      () => {
        const $metadata = { httpStatusCode: 403 };
        const answer =
          commandName === 'HeadObjectCommand' ? { name: '403', message: 'UnknownError' } : { name, message };
        throw new S3ServiceException({ ...answer, $fault: 'client', $metadata });
      },
    { step: 'initialize' },
  );
  const files = createS3Files(outsideWith(client), 'kept');
  const thrown = isKms ? ObjectNotDecrypted : S3ServiceException;
  await expect(bytesOf(files.stream({ key: 'a.csv' }))).rejects.toBeInstanceOf(thrown);
  await expect(files.about({ key: 'a.csv' })).rejects.toBeInstanceOf(thrown);
});

it('reads a workbook of more than a megabyte in parts, its end first', async () => {
  const { files, put } = await setUp();
  const writer = createXlsxWriter({ header: ['Id', 'Text'] });
  const rows = Array.from({ length: 40_000 }, (_, at) => ({
    number: at + 2,
    cells: [String(at), `${Math.sin(at)} ${Math.cos(at)}`],
  }));
  const bytes = Buffer.concat([writer.write(rows), writer.end()]);
  expect(bytes.length).toBeGreaterThan(1024 * 1024);
  const ref = await put('large.xlsx', bytes);
  const asked: unknown[] = [];
  const sheet = await openSheet({
    bytes: bytes.length,
    stream: (range) => {
      asked.push(range);
      return files.stream(ref, range);
    },
  });
  let read = 0;
  for await (const chunk of sheet.rows) {
    expect(chunk).toEqual(rows.slice(read, read + chunk.length));
    read += chunk.length;
  }
  expect(read).toBe(rows.length);
  expect(asked).toContainEqual(expect.objectContaining({ end: bytes.length }));
});
