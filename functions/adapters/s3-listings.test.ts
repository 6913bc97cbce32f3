import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { InboxPlace } from '@sluice/ledger';
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
  const { versions, next } = await createS3Inbox(outsideWith(client), 'kept').page();
  expect(next).toBeUndefined();
  expect(versions.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
});

it('lists the inbox in pages of one request each, and from the start if S3 refuses the place', async () => {
  const { client } = await s3Fixture();
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `inbox/client/email/${name}.csv`);
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: 'kept', Key, Body: 'email' }));
  let requests = 0;
  client.middlewareStack.add((next) => async (args) => {
    requests += 1;
    const input = { ...args.input, MaxKeys: 2 };
    if ('VersionIdMarker' in input && input.VersionIdMarker === 'gone')
      throw new S3ServiceException({ name: 'InvalidArgument', $fault: 'client', $metadata: {} });
    return next({ ...args, input });
  });
  const { page } = createS3Inbox(outsideWith(client), 'kept');
  const found: string[] = [];
  let after: InboxPlace | undefined;
  do {
    const { versions, next } = await page(after);
    found.push(...versions.map(({ key }) => key));
    after = next;
  } while (after !== undefined);
  expect({ found, requests }).toEqual({ found: keys, requests: 3 });
  expect((await page({ key: 'inbox/x.csv', versionId: 'gone' })).versions[0]?.key).toBe(keys[0]);
});

it('knows which drops were uploaded in parts', async () => {
  const { client } = await s3Fixture();
  const place = { Bucket: 'kept', Key: 'inbox/client/email/large.csv' };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const { ETag } = await client.send(
    new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'email' }),
  );
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }));
  await client.send(new PutObjectCommand({ ...place, Key: 'inbox/client/email/small.csv', Body: 'email' }));
  const { versions } = await createS3Inbox(outsideWith(client), 'kept').page();
  expect(versions.map(({ inParts }) => inParts)).toEqual([true, false]);
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
