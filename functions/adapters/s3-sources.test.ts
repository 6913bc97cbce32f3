import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { s3Fixture } from '@sluice/local/testing/s3';
import { describe, expect, it } from 'vitest';
import { createS3Sources } from './s3-sources.ts';
import { outsideWith } from './testing/outside-with.ts';
import { SourceRefused } from '@sluice/flow/migrate/services';

/** A bucket that refuses the `denied` commands, without revealing whether the object exists. */
async function setUp(denied: readonly string[]) {
  const { client } = await s3Fixture();
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
  return createS3Sources(outsideWith(client));
}

describe('a file in a bucket that we may list only below a prefix, so that S3 refuses missing objects', () => {
  it('is missing when it is not in the listing', async () => {
    const sources = await setUp(['HeadObjectCommand']);
    expect(await sources.find('kept', 'exports/a.csv')).toBeUndefined();
  });

  it('is refused when the listing has it, or listing is refused too', async () => {
    const unread = await setUp(['HeadObjectCommand']);
    await expect(unread.find('kept', 'exports/there.csv')).rejects.toThrow(SourceRefused);
    const closed = await setUp(['HeadObjectCommand', 'ListObjectsV2Command']);
    await expect(closed.find('kept', 'exports/a.csv')).rejects.toThrow(SourceRefused);
  });

  it('is found when it may be read', async () => {
    const sources = await setUp([]);
    expect(await sources.find('kept', 'exports/there.csv')).toMatchObject({ bytes: 5 });
  });
});
