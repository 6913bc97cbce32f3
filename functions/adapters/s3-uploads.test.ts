import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Uploads } from './s3-uploads.ts';
import { outsideWith } from './testing/outside-with.ts';

const bytes = Buffer.from('name\nZoë\n');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const key = 'inbox/client/email/Zoë & co.csv';
const metadata = { 'sluice-person': 'p-1', 'sluice-dropped-by': 'dana%40example.com' };

it('pins what a presigned PUT takes: bytes, length, sha256 and metadata', async () => {
  const { client } = await s3Fixture();
  const uploads = createS3Uploads(outsideWith(client), 'kept');
  const put = await uploads.signWhole({ key, bytes: bytes.length, sha256, metadata });
  const signed = new URL(put.url).searchParams.get('X-Amz-SignedHeaders')?.split(';');
  expect(signed).toEqual(expect.arrayContaining(['content-length', 'host', ...Object.keys(put.headers)]));
  const send = (body: Buffer, headers = put.headers) =>
    fetch(put.url, { method: 'PUT', body: new Uint8Array(body), headers });
  expect((await send(Buffer.from('name\nEve\n!'))).ok).toBe(false);
  expect((await send(Buffer.from('name\nZoe!\n'))).ok).toBe(false);
  expect((await send(bytes, { ...put.headers, 'x-amz-meta-sluice-person': 'p-2' })).ok).toBe(false);
  const { 'x-amz-meta-sluice-person': _, ...less } = put.headers;
  expect((await send(bytes, less)).ok).toBe(false);
  expect((await send(bytes)).ok).toBe(true);
  const head = await client.send(new HeadObjectCommand({ Bucket: 'kept', Key: key }));
  expect(head.Metadata).toEqual(metadata);
});

it('takes a file in parts, each pinned', async () => {
  const { client } = await s3Fixture();
  const uploads = createS3Uploads(outsideWith(client), 'kept');
  const uploadId = await uploads.begin({ key, metadata });
  const ref = { key, uploadId };
  const parts = [Buffer.alloc(5 * 1024 * 1024, 'a'), bytes];
  for (const [at, body] of parts.entries()) {
    const part = {
      number: at + 1,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    };
    const { url, headers } = await uploads.signPart(ref, part);
    expect((await fetch(url, { method: 'PUT', body: Buffer.alloc(body.length, 'x'), headers })).ok).toBe(
      false,
    );
    const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });
    expect(sent.ok).toBe(true);
  }
  const arrived = (await uploads.arrived(ref)) ?? [];
  expect(arrived.map(({ number, bytes: size }) => [number, size])).toEqual(
    parts.map((one, at) => [at + 1, one.length]),
  );
  const VersionId = await uploads.complete(ref, arrived);
  const { Body, Metadata } = await client.send(new GetObjectCommand({ Bucket: 'kept', Key: key, VersionId }));
  expect(Metadata).toEqual(metadata);
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(Buffer.concat(parts))).toBe(true);
  expect(await uploads.arrived({ key, uploadId: 'other' })).toBeUndefined();
});
