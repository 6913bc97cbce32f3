import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createS3Sources } from './s3-sources.ts';
import { SourceRefused } from '@sluice/flow/migrate/services';

/** A bucket whose `denied` commands S3 refuses, as it does without saying whether there is such an object. */
async function setUp(denied: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { client } = await s3Fixture(folder);
  await client.send(new PutObjectCommand({ Bucket: 'kept', Key: 'exports/a.csv.old', Body: 'x' }));
  await client.send(new PutObjectCommand({ Bucket: 'kept', Key: 'exports/there.csv', Body: 'id\n1\n' }));
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (!denied.includes(commandName)) return next(args);
        const $metadata = { httpStatusCode: 403 };
        throw new S3ServiceException({ name: 'Forbidden', $fault: 'client', $metadata });
      },
    { step: 'initialize' },
  );
  return createS3Sources(client);
}

describe('a file of a bucket that may be listed below a prefix alone, so that S3 refuses what is not there', () => {
  it('is missing where the listing has none of its name', async () => {
    const sources = await setUp(['HeadObjectCommand']);
    expect(await sources.find('kept', 'exports/a.csv')).toBeUndefined();
  });

  it('is refused where the listing has it, and where nothing may be listed', async () => {
    const unread = await setUp(['HeadObjectCommand']);
    await expect(unread.find('kept', 'exports/there.csv')).rejects.toThrow(SourceRefused);
    const closed = await setUp(['HeadObjectCommand', 'ListObjectsV2Command']);
    await expect(closed.find('kept', 'exports/a.csv')).rejects.toThrow(SourceRefused);
  });

  it('is found where it may be read', async () => {
    const sources = await setUp([]);
    expect(await sources.find('kept', 'exports/there.csv')).toMatchObject({ bytes: 5 });
  });
});
