import { ListObjectsV2Command, type ListObjectsV2CommandOutput, type S3Client } from '@aws-sdk/client-s3';
import type { Seals } from '@sluice/flow/seal/seals';
import { createS3Files } from './s3-files.ts';

export function createS3Seals({ client, bucket }: { client: S3Client; bucket: string }): Seals {
  const prefix = 'seals/';
  return {
    files: createS3Files({ client, bucket }),
    days: async () => {
      const keys: string[] = [];
      let from: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: from }),
        );
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
        from = page.NextContinuationToken;
      } while (from !== undefined);
      return keys.map((key) => key.slice(prefix.length, -'.json'.length)).toSorted();
    },
  };
}
