import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessLogName, readAccessLog, type AccessReport } from '@sluice/local/iam';

/** What the roles of a system did since its data folder was made. Counts are complete once it has stopped. */
export async function accessesIn(folder: string): Promise<AccessReport> {
  return readAccessLog(await readFile(join(folder, '.sluice', 'logs', accessLogName), 'utf8'));
}
