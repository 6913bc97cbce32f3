import { expect, it } from 'vitest';
import { s3Fixture } from '../testing/s3-fixture.ts';

const day = 86_400_000;

it('keeps a locked version, even if the object is overwritten or deleted, unless the request bypasses governance', async () => {
  const { s3, client } = await s3Fixture();
  const time = Date.now();
  s3.declareBucket('locked', true, { retention: { mode: 'GOVERNANCE', days: 7 } });
  const place = { Bucket: 'locked', Key: 'seal' };
  const { VersionId } = await client.putObject({ ...place, Body: 'sealed' });
  const { ObjectLockMode, ObjectLockRetainUntilDate } = await client.headObject({ ...place, VersionId });
  expect(ObjectLockMode).toBe('GOVERNANCE');
  expect((ObjectLockRetainUntilDate?.getTime() ?? 0) - time).toBeGreaterThan(6.9 * day);
  const remove = (more = {}) => client.deleteObject({ ...place, VersionId, ...more });
  await expect(remove()).rejects.toMatchObject({ name: 'AccessDenied' });
  await client.putObject({ ...place, Body: 'other' });
  await client.deleteObject(place);
  expect(await client.headObject({ ...place, VersionId })).toMatchObject({ ContentLength: 6 });
  await remove({ BypassGovernanceRetention: true });
  await expect(client.headObject({ ...place, VersionId })).rejects.toThrow();
});

it('refuses to remove what is locked for compliance, and a lock in a bucket without object lock', async () => {
  const { s3, client } = await s3Fixture();
  s3.declareBucket('locked', true, {});
  const lock = {
    Body: 'x',
    Key: 'a',
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: new Date(Date.now() + day),
  } as const;
  const { VersionId } = await client.putObject({ Bucket: 'locked', ...lock });
  const remove = { Bucket: 'locked', Key: 'a', VersionId, BypassGovernanceRetention: true };
  await expect(client.deleteObject(remove)).rejects.toMatchObject({ name: 'AccessDenied' });
  const elsewhere = client.putObject({ Bucket: 'kept', ...lock });
  await expect(elsewhere).rejects.toMatchObject({ name: 'InvalidRequest' });
});
