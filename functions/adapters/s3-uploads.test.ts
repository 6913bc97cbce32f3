import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Uploads } from './s3-uploads.ts';
import { outsideWith } from './testing/outside-with.ts';

const bytes = Buffer.from('name\nZoë\n');
const key = 'inbox/client/email/Zoë & co.csv';
const metadata = { 'sluice-person': 'p-1', 'sluice-dropped-by': 'dana%40example.com' };

it('takes a file in parts, each pinned, and has none of it before it is completed', async () => {
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
    const search = new URL(url).searchParams;
    expect(Number(search.get('X-Amz-Expires'))).toBe(15 * 60);
    const signed = search.get('X-Amz-SignedHeaders')?.split(';');
    expect(signed).toEqual(expect.arrayContaining(['content-length', 'host', ...Object.keys(headers)]));
    const send = async (sent: Buffer, given: Readonly<Record<string, string>> = headers) =>
      (await fetch(url, { method: 'PUT', body: new Uint8Array(sent), headers: given })).ok;
    expect(await send(Buffer.alloc(body.length, 'x'))).toBe(false);
    expect(await send(Buffer.concat([body, body]))).toBe(false);
    expect(await send(body, {})).toBe(false);
    expect(await send(body)).toBe(true);
  }
  const head = () => client.send(new HeadObjectCommand({ Bucket: 'kept', Key: key }));
  await expect(head()).rejects.toThrow(NotFound);
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
