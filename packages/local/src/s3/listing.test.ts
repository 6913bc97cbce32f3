import { paginateListObjectsV2, type S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Fixture } from '../testing/s3-fixture.ts';

async function put(client: S3, Bucket: string, keys: readonly string[]): Promise<void> {
  for (const Key of keys) await client.putObject({ Bucket, Key, Body: Key });
}

test('keys are listed in the order of their bytes, each once over all pages, also from a given key', async () => {
  const { client } = await s3Fixture();
  const names = ['a', 'a/1', 'a/2', 'b c & d', 'z', 'é', '日本'];
  await put(client, 'plain', names.toReversed());
  const listed: (string | undefined)[] = [];
  for await (const page of paginateListObjectsV2({ client, pageSize: 2 }, { Bucket: 'plain' })) {
    listed.push(...(page.Contents ?? []).map(({ Key }) => Key));
  }
  expect(listed).toEqual(names);
  const { Contents } = await client.listObjectsV2({ Bucket: 'plain', StartAfter: 'b c & d' });
  expect(Contents?.map(({ Key }) => Key)).toEqual(['z', 'é', '日本']);
});

test('a delimiter turns keys into common prefixes, each of which counts as one entry of a page', async () => {
  const { client } = await s3Fixture();
  await put(client, 'plain', ['in/a/1', 'in/a/2', 'in/b/1', 'in/c', 'out']);
  const folder = { Bucket: 'plain', Prefix: 'in/', Delimiter: '/' };
  const whole = await client.listObjectsV2(folder);
  expect(whole.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['in/a/', 'in/b/']);
  expect(whole.Contents?.map(({ Key }) => Key)).toEqual(['in/c']);
  const seen: (string | undefined)[] = [];
  const pages = paginateListObjectsV2({ client, pageSize: 1 }, folder);
  for await (const { CommonPrefixes = [], Contents = [] } of pages) {
    seen.push(...CommonPrefixes.map(({ Prefix }) => Prefix), ...Contents.map(({ Key }) => Key));
  }
  expect(seen).toEqual(['in/a/', 'in/b/', 'in/c']);
});

test('versions and delete markers are listed by key, newest first, over all pages', async () => {
  const { client } = await s3Fixture();
  await put(client, 'kept', ['a', 'b', 'a', 'c', 'a']);
  await client.deleteObject({ Bucket: 'kept', Key: 'b' });
  const seen: string[] = [];
  let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.listObjectVersions({ Bucket: 'kept', MaxKeys: 2, ...markers });
    seen.push(...(page.Versions ?? []).map(({ Key, IsLatest }) => `${Key} ${IsLatest}`));
    seen.push(...(page.DeleteMarkers ?? []).map(({ Key }) => `${Key} marker`));
    if (page.IsTruncated !== true) break;
    markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
  expect(seen).toEqual(['a true', 'a false', 'a false', 'b marker', 'b false', 'c true']);
});
