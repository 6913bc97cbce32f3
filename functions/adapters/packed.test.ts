import { gunzipSync } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Files } from './s3-files.ts';
import { createS3Versions } from './s3-versions.ts';
import { outsideWith } from './testing/outside-with.ts';

it('packs texts with a key that ends in .gz, always to the same bytes', async () => {
  const { client } = await s3Fixture();
  const files = createS3Files(outsideWith(client), 'kept');
  const text = `\ufeff${JSON.stringify(Array.from({ length: 500 }, (_, row) => ({ row, name: 'Zoë' })))}`;
  const bytesOf = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'kept', Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  await Promise.all(['a/1.json', 'a/2.json.gz', 'a/3.json.gz'].map((key) => files.put(key, text)));
  for (const key of ['a/1.json', 'a/2.json.gz']) expect(await files.get(key)).toBe(text);
  const [plain, one, other] = await Promise.all(['a/1.json', 'a/2.json.gz', 'a/3.json.gz'].map(bytesOf));
  expect(plain?.toString()).toBe(text);
  expect(gunzipSync(one ?? '').toString()).toBe(text);
  expect(one).toEqual(other);
  expect(one?.length).toBeLessThan(text.length / 5);
});

it('unpacks versions for an erase, and packs what it writes', async () => {
  const { client } = await s3Fixture();
  const outside = outsideWith(client);
  const [files, versions] = [createS3Files(outside, 'kept'), createS3Versions(outside, 'kept')];
  await files.put('a/1.json.gz', 'Ana');
  for await (const version of versions.versions('a/')) {
    expect(await versions.text(version)).toBe('Ana');
    expect(await versions.replace(version, '-')).toBe(true);
  }
  expect(await files.get('a/1.json.gz')).toBe('-');
});
