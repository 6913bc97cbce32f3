import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { s3Fixture } from '../testing/s3-fixture.ts';

const day = 86_400_000;

it('keeps a locked version until its time, whatever is put or deleted over it', async () => {
  let time = Date.parse('2026-03-01T00:00:00.000Z');
  // A request is signed at the time of its machine.
  const { s3, client } = await s3Fixture(undefined, () => new Date(Math.max(time, Date.now())));
  time = Date.now();
  s3.declareBucket('locked', true, { retention: { mode: 'GOVERNANCE', days: 7 } });
  const place = { Bucket: 'locked', Key: 'seal' };
  const { VersionId } = await client.putObject({ ...place, Body: 'sealed' });
  const { Retention } = await client.getObjectRetention({ ...place, VersionId });
  expect(Retention?.Mode).toBe('GOVERNANCE');
  expect((Retention?.RetainUntilDate?.getTime() ?? 0) - time).toBeGreaterThan(6.9 * day);
  const remove = (more = {}) => client.deleteObject({ ...place, VersionId, ...more });
  await expect(remove()).rejects.toMatchObject({ name: 'AccessDenied' });
  await client.putObject({ ...place, Body: 'other' });
  await client.deleteObject(place);
  expect(await client.headObject({ ...place, VersionId })).toMatchObject({
    ContentLength: 6,
  });
  await remove({ BypassGovernanceRetention: true });
  await expect(client.headObject({ ...place, VersionId })).rejects.toThrow();
});

it('lets nobody remove what is locked for compliance, and takes a lock only where the bucket has it', async () => {
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

it('answers per key when several are deleted at once, one of them locked: the others go', async () => {
  const { s3, client } = await s3Fixture();
  s3.declareBucket('free', true, {});
  const put = async (Bucket: string, Key: string, more = {}) => {
    const { VersionId } = await client.putObject({ Bucket, Key, Body: 'x', ...more });
    return { Key, VersionId };
  };
  const until = new Date(Date.now() + day);
  const lock = { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: until } as const;
  const [first, kept, last] = [await put('free', 'a'), await put('free', 'b', lock), await put('free', 'c')];
  for (const Quiet of [false, true]) {
    const command = new DeleteObjectsCommand({
      Bucket: 'free',
      Delete: { Objects: [first, kept, last], Quiet },
    });
    const { Deleted, Errors } = await client.send(command);
    expect(Deleted).toEqual(Quiet ? undefined : [first, last]);
    expect(Errors).toEqual([{ ...kept, Code: 'AccessDenied', Message: expect.any(String) }]);
  }
  await expect(client.headObject({ Bucket: 'free', ...first })).rejects.toThrow();
  expect(await client.headObject({ Bucket: 'free', ...kept })).toMatchObject({
    ContentLength: 1,
  });
});
