import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Addresses } from '@sluice/demo/addresses';
import * as z from 'zod';
import { treeOf } from './process-tree.ts';

const processSchema = z.looseObject({ pid: z.int() });

/** The database of the system whose data is in `.sluice` of this folder. */
export async function openDatabase(folder: string, { s3 }: Addresses): Promise<DynamoDB> {
  const file = await readFile(join(folder, '.sluice', 'dynamodb', 'process.json'), 'utf8');
  const { pid } = processSchema.parse(JSON.parse(file));
  const { region, accessKeyId, secretAccessKey } = s3;
  return new DynamoDB({
    region,
    endpoint: treeOf(pid).flatMap((one) => databaseEndpoint(one) ?? [])[0] ?? '',
    credentials: { accessKeyId, secretAccessKey },
  });
}

/** The address of a database, which is in the command line of its process only. Undefined for other processes. */
export function databaseEndpoint(pid: number): string | undefined {
  // The shell that started it has the same words in its command line.
  const [, host, port] = /^(?!\/bin\/sh).*--host (\S+) --port (\d+)/u.exec(commandOf(pid)) ?? [];
  return host === undefined ? undefined : `http://${host}:${port}`;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
