import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Blobs } from './s3-blobs.ts';

/** The local server checks signatures as S3 does, headers and times included. */
async function fixture() {
  const folder = mkdtempSync(join(tmpdir(), 'blobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let late = 0;
  const { client } = await s3Fixture(folder, () => new Date(Date.now() + late));
  return {
    blobs: createS3Blobs({ client, bucket: 'plain' }),
    wait: (seconds: number) => {
      late += seconds * 1000;
    },
  };
}

const key = 'documents/site/0ä b';

test('a blob is put, got, and measured without being read', async () => {
  const { blobs } = await fixture();
  expect(await blobs.get(key)).toBeUndefined();
  expect(await blobs.size(key)).toBeUndefined();
  await blobs.put(key, 'Zoë', 'text/plain');
  expect(await blobs.size(key)).toBe(4);
  expect(await blobs.get(key)).toMatchObject({ contentType: 'text/plain' });
});

test('a blob is put under a new key once, and what is there stays', async () => {
  const { blobs } = await fixture();
  expect(await blobs.putNew(key, 'first', 'text/plain')).toBe(true);
  expect(await blobs.putNew(key, 'second', 'text/plain')).toBe(false);
  expect(Buffer.from((await blobs.get(key))?.bytes ?? '').toString()).toBe('first');
  const puts = await Promise.all(
    [1, 2, 3, 4].map((n) => blobs.putNew(`${key} at once`, String(n), 'text/plain')),
  );
  expect(puts.filter(Boolean)).toHaveLength(1);
});

test('a signed address gives the blob, as a file, until it expires, and no other', async () => {
  const { blobs, wait } = await fixture();
  await blobs.put(key, 'Zoë', 'text/html');
  const url = await blobs.signedUrl(key, 60);
  const answer = await fetch(url);
  expect(await answer.text()).toBe('Zoë');
  expect(answer.headers.get('content-disposition')).toBe('attachment');
  expect((await fetch(url.replace('attachment', 'inline'))).status).toBe(403);
  expect((await fetch(url.replace('site', 'other'))).status).toBe(403);
  wait(61);
  expect((await fetch(url)).status).toBe(403);
});

test('a signed upload takes so many bytes of its type, once', async () => {
  const { blobs } = await fixture();
  const { url, headers } = await blobs.signedUpload(key, {
    bytes: 5,
    contentType: 'text/plain',
    seconds: 60,
  });
  expect(url).not.toMatch(/checksum/u);
  const put = (body: string, more: Record<string, string> = {}) => {
    const { 'content-length': _, ...rest } = headers;
    return fetch(url, { method: 'PUT', body, headers: { ...rest, ...more } });
  };
  expect((await put('123456')).status).toBe(403);
  expect((await put('12345', { 'content-type': 'text/html' })).status).toBe(403);
  expect((await put('12345', { 'if-none-match': '"other"' })).status).toBe(403);
  expect((await put('12345')).status).toBe(200);
  expect((await put('54321')).status).toBe(412);
  const kept = await blobs.get(key);
  expect(Buffer.from(kept?.bytes ?? '').toString()).toBe('12345');
  expect(kept?.contentType).toBe('text/plain');
});

test('the keys below a prefix are listed in order, in pages, from a key on', async () => {
  const { blobs } = await fixture();
  const keys = Array.from({ length: 1002 }, (_, n) => `writes/s/${String(n).padStart(4, '0')}.json`);
  for (const one of [...keys, 'writes/t/1.json']) await blobs.put(one, '{}', 'application/json');
  const pages = async (after?: string) => {
    const found: (readonly string[])[] = [];
    for await (const page of blobs.list('writes/s/', after)) found.push(page);
    return found;
  };
  expect((await pages()).map(({ length }) => length)).toEqual([1000, 2]);
  expect((await pages()).flat()).toEqual(keys);
  expect((await pages(keys[3])).flat()).toEqual(keys.slice(4));
});
