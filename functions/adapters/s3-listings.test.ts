import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it, onTestFinished } from 'vitest';
import { createS3Definitions } from './s3-listings.ts';
import { outsideWith } from './testing/outside-with.ts';

it('lists each definition once, and those deleted lately (invariant 8)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-definitions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { client } = await s3Fixture(folder);
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
