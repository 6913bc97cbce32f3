import { basename } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { OpenLinkServices } from '@sluice/flow/links/links';
import type { Outside } from './outside.ts';
import { createS3Downloads, unlessMissing } from './s3-downloads.ts';

/** The files that links open, and what is stored of the links. The function cannot list them, so that it finds none by itself. */
export function createS3LinkedFiles(outside: Outside, bucket: string): OpenLinkServices['files'] {
  const client = outside.client(S3Client);
  const addressOf = createS3Downloads(outside);
  return {
    get: (key) =>
      unlessMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body?.transformToString();
      }),
    addressOf: async (key) => (await addressOf({ bucket, key }, basename(key)))?.url,
  };
}
