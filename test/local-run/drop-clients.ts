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
export async function dropClients(addresses: Addresses, mark: string, rows: number): Promise<Dropped> {
  const fileName = `${mark}.csv`;
  const runId = await dropSheet(addresses, {
    path: `client/email/${fileName}`,
    text: clientsSheet(rows, mark),
  });
  return { runId, mark, fileName, rows };
}

export interface Sheet {
  /** Below the inbox. */
  readonly path: string;
  readonly text: string;
}

/** @returns the id of the run */
export async function dropSheet({ s3 }: Addresses, { path, text }: Sheet): Promise<string> {
  const { bucket, inbox } = s3;
  const key = `${inbox}${path}`;
  const { VersionId: versionId = '' } = await withS3(s3, (client) =>
    client.putObject({ Bucket: bucket, Key: key, Body: text }),
  );
  return runIdOf({ bucket, key, versionId });
}

export async function withS3<T>(
  { endpoint, region, accessKeyId, secretAccessKey }: Addresses['s3'],
  use: (client: S3) => Promise<T>,
): Promise<T> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}
