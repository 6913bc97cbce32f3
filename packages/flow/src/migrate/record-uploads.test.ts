import { createHash } from 'node:crypto';
import { uploadIdOf } from '@sluice/ledger';
import { createMemoryMigrations } from '@sluice/ledger/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrivalMessageSchema, arrivalOf } from '../read/arrivals.ts';
import { uploaderOf } from '../read/uploader.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { recordUploads } from './record-uploads.ts';

const dropBucket = 'drops';
const now = () => new Date('2026-03-01T08:00:00.000Z');
const text = '{"steps":[]}';

describe('who uploaded a file of a migration or a profile', () => {
  let services: ReturnType<typeof newServices>;
  const newServices = () => ({
    drops: createMemoryFiles(),
    dropBucket,
    migrations: createMemoryMigrations({ now }),
  });
  beforeEach(() => {
    services = newServices();
  });

  const uploaded = async (
    key: string,
    more: { principal?: string; metadata?: Record<string, string>; bucket?: string } = {},
  ) => {
    const { principal = 'AWS:AIDAANA', metadata = {}, bucket = dropBucket } = more;
    services.drops.putVersion({ key, versionId: 'v1' }, Buffer.from(text), metadata);
    const object = { key: encodeURIComponent(key), size: text.length, versionId: 'v1' };
    const record = {
      ...{ eventName: 'ObjectCreated:Put', userIdentity: { principalId: principal } },
      requestParameters: { sourceIPAddress: '192.0.2.9' },
      s3: { bucket: { name: bucket }, object },
    };
    await recordUploads(arrivalMessageSchema.parse({ Records: [record] }), services);
    return services.migrations.upload(uploadIdOf({ bucket, key, versionId: 'v1' }));
  };

  it('is the principal that S3 reports, with its address; of definitions and profiles with the hash of the text', async () => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const who = { droppedBy: 'AWS:AIDAANA', droppedFrom: '192.0.2.9', bytes: text.length };
    for (const key of ['migrations/nightly.json', 'profiles/members.json'])
      expect(await uploaded(key)).toMatchObject({ ...who, sha256 });
    const file = await uploaded('migrations/people/new.csv');
    expect(file).toMatchObject(who);
    expect(file).not.toHaveProperty('sha256');
  });

  it('is with a bare key the name that the uploader gave, as a claim beside the key; also a name from the console', async () => {
    const named = { 'sluice-dropped-by': 'ana' };
    expect(await uploaded('migrations/a.csv', { metadata: named })).toMatchObject({
      ...{ droppedBy: 'ana', principal: 'AWS:AIDAANA' },
    });
    const principal = 'AWS:AROASAVER:SaveProfile';
    const metadata = { 'sluice-person': 'p-1', 'sluice-dropped-by': 'ana%40example.com' };
    expect(await uploaded('profiles/a.json', { principal, metadata })).toMatchObject({
      ...{ droppedBy: 'ana@example.com', principal },
    });
    expect(await uploaded('migrations/b.csv', { principal, metadata: named })).toMatchObject({
      droppedBy: principal,
    });
  });

  it('is recorded once, and neither by the sweep, nor for drops, removals and other buckets', async () => {
    await uploaded('migrations/a.csv');
    expect(await uploaded('migrations/a.csv', { principal: 'AWS:AIDABEN' })).toMatchObject({
      droppedBy: 'AWS:AIDAANA',
    });
    expect(await uploaded('inbox/client/email/a.csv')).toBeUndefined();
    expect(await uploaded('migrations/c.csv', { bucket: 'theirs' })).toBeUndefined();
    const place = { bucket: dropBucket, key: 'migrations/b.json', versionId: 'v1' };
    await recordUploads(arrivalOf({ ...place, bytes: 1, droppedBy: 'the sweep' }), services);
    expect(await services.migrations.upload(uploadIdOf(place))).toBeUndefined();
  });

  it('is before the event of S3 only the name that the uploader gave, as one of nobody known', async () => {
    const place = { bucket: dropBucket, key: 'migrations/a.csv', versionId: 'v1' };
    const metadata = { 'sluice-dropped-by': 'ana' };
    expect(await uploaderOf(place, metadata, services)).toEqual({ droppedBy: 'ana', principal: 'unknown' });
    expect(await uploaderOf(place, undefined, services)).toEqual({ droppedBy: 'unknown' });
    await uploaded('migrations/a.csv', { metadata });
    expect(await uploaderOf(place, metadata, services)).toMatchObject({
      ...{ droppedBy: 'ana', principal: 'AWS:AIDAANA' },
    });
  });
});
