import type { S3Client } from '@aws-sdk/client-s3';
import type { DefinitionFiles } from '@sluice/flow/sweep/announce-definitions';
import { versionPages } from './version-pages.ts';

interface DefinitionPlace {
  readonly client: S3Client;
  readonly bucket: string;
}

/** By its versions, since a file that was deleted is there as a marker alone. What lies in folders below is no definition. */
export function createS3Definitions({ client, bucket }: DefinitionPlace): DefinitionFiles {
  return {
    keysSince: async (time) => {
      const keys: string[] = [];
      const place = { Bucket: bucket, Prefix: 'migrations/', Delimiter: '/' };
      for await (const page of versionPages(client, place)) {
        const gone = (page.DeleteMarkers ?? []).filter(
          ({ LastModified }) => LastModified === undefined || LastModified >= time,
        );
        const newest = [...(page.Versions ?? []), ...gone].filter(({ IsLatest }) => IsLatest);
        keys.push(...newest.flatMap(({ Key }) => Key ?? []));
      }
      return keys;
    },
  };
}
