import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, it } from 'vitest';
import { createS3Profiles } from './s3-profiles.ts';
import { outsideWith } from './testing/outside-with.ts';

it('saves a profile only over the version that was read, and a new one only where there is none', async () => {
  const { client } = await s3Fixture();
  const profiles = createS3Profiles(outsideWith(client), 'kept');
  const [name, old, text] = ['Ana & co', '{}', '{"schema":"client"}'];
  expect([await profiles.list(), await profiles.read(name)]).toEqual([[], undefined]);
  expect(await profiles.save(name, text, '"0123"')).toBeUndefined();
  const first = await profiles.save(name, old, undefined);
  expect(await profiles.read(name)).toEqual({ text: old, etag: first });
  expect(await profiles.save(name, text, undefined)).toBeUndefined();
  const second = await profiles.save(name, text, first);
  expect(await profiles.save(name, old, first)).toBeUndefined();
  expect(await profiles.read(name)).toEqual({ text, etag: second });
  const [newest, oldest] = await profiles.versions(name);
  expect(await profiles.version(name, newest?.versionId ?? '')).toBe(text);
  expect(await profiles.version(name, oldest?.versionId ?? '')).toBe(old);
  expect(await profiles.version(name, 'none')).toBeUndefined();
  expect(await profiles.list()).toEqual([{ name, savedAt: expect.stringMatching(/^\d{4}-.*Z$/u) }]);
});
