import { ListObjectsV2Command, type ListObjectsV2CommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { sealHash, sealKeys, sealSchema, type Seal } from '@sluice/ledger';
import type { Files } from './ports.ts';
import { createS3Files } from './s3-files.ts';

/** What lies in the audit bucket. Nothing of it can be replaced: each day has one seal and one list. */
export interface Seals {
  /** All days that have a seal, in order. */
  days(): Promise<string[]>;
  readonly files: Pick<Files, 'get' | 'putOnce' | 'stream'>;
}

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

/** A seal as it is kept, and its hash, by which the next one names it. */
export type KeptSeal = Seal & { readonly hash: string };

/** @throws where there is none, or something else */
export async function readSeal({ files }: Seals, day: string): Promise<KeptSeal> {
  return keptSeal((await files.get(sealKeys.seal(day))) ?? 'null');
}

/** @throws where the text is not that of a seal */
export function keptSeal(text: string): KeptSeal {
  const seal = sealSchema.parse(JSON.parse(text));
  return { ...seal, hash: sealHash(seal) };
}
