import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Definitions, createS3Inbox } from './s3-listings.ts';
import { outsideWith } from './testing/outside-with.ts';

it('lists each definition once, and those deleted lately (invariant 8)', async () => {
  const { client } = await s3Fixture();
  const place = (name: string) => ({ Bucket: 'kept', Key: `migrations/${name}` });
  const put = (name: string) => client.send(new PutObjectCommand({ ...place(name), Body: '{}' }));
  const remove = (name: string) => client.send(new DeleteObjectCommand(place(name)));
  for (const name of ['a.json', 'a.json', 'b.json', 'c.json', 'people/data.csv']) await put(name);
  await remove('b.json');
  await remove('c.json');
  await put('c.json');
  const { keysSince } = createS3Definitions(outsideWith(client), 'kept');
  const minute = 60_000;
  expect((await keysSince(new Date(Date.now() - minute))).toSorted()).toEqual([
    'migrations/a.json',
    'migrations/b.json',
    'migrations/c.json',
  ]);
  expect((await keysSince(new Date(Date.now() + minute))).toSorted()).toEqual([
    'migrations/a.json',
    'migrations/c.json',
  ]);
});

it('finds a drop under the key that S3 notified, whatever is in it (invariant 8)', async () => {
  const { client } = await s3Fixture();
  const keys = ['a\r\nb', 'a+b %2B', 'ä\u0001<&>', '😀'].map((name) => `inbox/client/email/${name}.csv`);
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: 'kept', Key, Body: 'email' }));
  const found: string[] = [];
  for await (const { key } of createS3Inbox(outsideWith(client), 'kept').versionsSince(new Date(0)))
    found.push(key);
  expect(found.toSorted()).toEqual(keys.toSorted());
});

it.each(['leavers.csv', 'a\r\nb+ä.csv'])('lists the versions of one key, newest first: %j', async (name) => {
  const { client } = await s3Fixture();
  const Key = `inbox/members/${name}`;
  const put = (key: string) => client.send(new PutObjectCommand({ Bucket: 'kept', Key: key, Body: 'email' }));
  const [first, second] = [await put(Key), await put(Key)];
  await put(`${Key}2`);
  const { versionsOf } = createS3Inbox(outsideWith(client), 'kept');
  expect(await versionsOf(Key)).toEqual([second.VersionId, first.VersionId]);
  expect(await versionsOf('inbox/none.csv')).toEqual([]);
});
