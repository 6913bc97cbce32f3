import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { clientOf, keys, s3Fixture } from '../testing/s3-fixture.ts';

const place = { Bucket: 'plain', Key: 'inbox/ä file.csv' };

test('a request is refused without a signature, with another key, or with another secret', async () => {
  const { s3, client } = await s3Fixture();
  await client.putObject({ ...place, Body: 'text' });
  expect((await fetch(`${s3.endpoint}/plain/one`)).status).toBe(403);
  const get = new GetObjectCommand(place);
  const otherKey = clientOf(s3.endpoint, { ...keys, accessKeyId: 'AKIAOTHER' });
  await expect(otherKey.send(get)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
  const otherSecret = clientOf(s3.endpoint, { ...keys, secretAccessKey: 'guess' });
  await expect(otherSecret.send(get)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});

test('a presigned address gives only its object, until it expires', async () => {
  let now = new Date();
  const { client } = await s3Fixture(undefined, () => now);
  await client.putObject({ ...place, Body: 'text' });
  const url = await getSignedUrl(client, new GetObjectCommand(place), { expiresIn: 60, signingDate: now });
  const answer = await fetch(url);
  expect(await answer.text()).toBe('text');
  expect((await fetch(url.replace('file', 'other'))).status).toBe(403);
  now = new Date(now.getTime() + 61_000);
  const late = await fetch(url);
  expect(late.status).toBe(403);
  expect(await late.text()).toContain('expired');
});
