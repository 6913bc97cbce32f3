import { S3 } from '@aws-sdk/client-s3';
import { runIdOf } from '@sluice/ledger';
import type { Addresses } from '@sluice/demo/addresses';
import { clientsSheet } from './clients-sheet.ts';

export interface Dropped {
  readonly runId: string;
  /** Identifies the file and the people in it. */
  readonly mark: string;
  readonly fileName: string;
  readonly rows: number;
}

/** Puts a sheet with this many new clients into the inbox. Resolves once the object is stored. */
export async function dropClients({ s3 }: Addresses, mark: string, rows: number): Promise<Dropped> {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket, inbox } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
  const fileName = `${mark}.csv`;
  const key = `${inbox}client/email/${fileName}`;
  try {
    const Body = clientsSheet(rows, mark);
    const { VersionId: versionId = '' } = await client.putObject({ Bucket: bucket, Key: key, Body });
    return { runId: runIdOf({ bucket, key, versionId }), mark, fileName, rows };
  } finally {
    client.destroy();
  }
}
