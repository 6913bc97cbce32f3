import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { findSystem } from '@sluice/cli/find-system';

export type Buckets = Awaited<ReturnType<typeof findSystem>>['buckets'];

/** Profiles and migrations in the drop bucket, which no command removes. */
export interface Objects {
  /** The keys below a prefix. */
  list(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
  close(): void;
}

export function openObjects({ drops: Bucket, client: settings }: Buckets): Objects {
  const client = new S3Client(settings);
  return {
    list: async (Prefix) => {
      const keys: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
      return keys;
    },
    remove: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
    close: () => client.destroy(),
  };
}
