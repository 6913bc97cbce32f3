import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3LinkedFiles } from './s3-linked-files.ts';
import { outsideWith } from './testing/outside-with.ts';

it('gives a file as a download under its own name, for five minutes, and is never kept', async () => {
  let now = new Date();
  const { client } = await s3Fixture(undefined, () => now);
  const name = "Müller's (new) *.csv";
  const key = `runs/r/results/${name}`;
  await client.send(new PutObjectCommand({ Bucket: 'plain', Key: key, Body: 'name\n' }));
  const files = createS3LinkedFiles(outsideWith(client), 'plain');
  const address = (await files.addressOf(key)) ?? '';
  const answer = await fetch(address);
  expect(await answer.text()).toBe('name\n');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const disposition = answer.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/u);
  expect(decodeURIComponent(disposition.slice(disposition.indexOf("''") + 2))).toBe(name);
  expect((await fetch(address.replace('results', 'batches'))).status).toBe(403);
  now = new Date(now.getTime() + 6 * 60_000);
  expect((await fetch(address)).status).toBe(403);
});

it('finds nothing where there is nothing, also where S3 refuses to answer since it may not list', async () => {
  const { client } = await s3Fixture();
  const files = createS3LinkedFiles(outsideWith(client), 'plain');
  expect([await files.get('runs/r/links/none.json'), await files.addressOf('runs/r/results/none')]).toEqual([
    undefined,
    undefined,
  ]);
  const denied = new S3ServiceException({
    name: 'AccessDenied',
    $fault: 'client',
    $metadata: { httpStatusCode: 403 },
  });
  client.send = () => Promise.reject(denied);
  expect(await files.addressOf('runs/r/results/none')).toBeUndefined();
});
