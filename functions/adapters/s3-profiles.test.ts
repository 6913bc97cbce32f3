import { S3ServiceException } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Profiles } from './s3-profiles.ts';
import { outsideWith } from './testing/outside-with.ts';

const metadata = { 'sluice-person': 'p-1', 'sluice-dropped-by': 'ana%40example.com' };

it('saves a profile only over the version that was read, and a new one only where there is none', async () => {
  const { client } = await s3Fixture();
  const profiles = createS3Profiles(outsideWith(client), 'kept');
  const [name, old, text] = ['Ana & co', '{}', '{"schema":"client"}'];
  expect([await profiles.list(), await profiles.read(name)]).toEqual([[], undefined]);
  expect(await profiles.save({ name, text, etag: '"0123"', metadata })).toBeUndefined();
  const first = await profiles.save({ name, text: old, etag: undefined, metadata });
  expect(await profiles.read(name)).toEqual({ text: old, etag: first });
  expect(await profiles.save({ name, text, etag: undefined, metadata })).toBeUndefined();
  const second = await profiles.save({ name, text, etag: first, metadata });
  expect(await profiles.save({ name, text: old, etag: first, metadata })).toBeUndefined();
  expect(await profiles.read(name)).toEqual({ text, etag: second });
  const [newest, oldest] = await profiles.versions(name);
  expect(await profiles.version(name, newest?.versionId ?? '')).toBe(text);
  expect(await profiles.version(name, oldest?.versionId ?? '')).toBe(old);
  expect(await profiles.version(name, 'none')).toBeUndefined();
  expect(await profiles.list()).toEqual([{ name, savedAt: expect.stringMatching(/^\d{4}-.*Z$/u) }]);
});

it('what is not there is no error for a role that may list only below a prefix, and a refusal stays one', async () => {
  const { client } = await s3Fixture();
  const profiles = createS3Profiles(outsideWith(client), 'kept');
  await profiles.save({ name: 'there', text: '{}', etag: undefined, metadata });
  const denied = { name: 'AccessDenied', $fault: 'client', $metadata: { httpStatusCode: 403 } } as const;
  // S3 does not tell such a role whether an object is missing.
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        commandName === 'GetObjectCommand'
          ? Promise.reject(new S3ServiceException({ ...denied, message: 'Access Denied' }))
          : next(args),
    { step: 'initialize' },
  );
  const [version] = await profiles.versions('there');
  await expect(profiles.read('none')).resolves.toBeUndefined();
  await expect(profiles.version('there', 'none')).resolves.toBeUndefined();
  await expect(profiles.version('none', version?.versionId ?? '')).resolves.toBeUndefined();
  await expect(profiles.read('there')).rejects.toThrow('Access Denied');
  await expect(profiles.version('there', version?.versionId ?? '')).rejects.toThrow('Access Denied');
  await client.deleteObject({ Bucket: 'kept', Key: 'profiles/there.json' });
  expect(await profiles.read('there')).toBeUndefined();
});
