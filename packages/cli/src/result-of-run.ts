import { open, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from './cli-error.ts';
import { printable } from './columns.ts';
import { openBuckets } from './drop-bucket.ts';
import type { RunJson } from './run-json.ts';
import { findRunningSystem } from './running-system.ts';
import type { Services } from './services.ts';

/** `s3://…`, where the result sheet of a run lies; undefined when there is none. */
export async function resultPlace(
  { resultKey }: Pick<RunJson, 'resultKey'>,
  services: Services,
): Promise<string | undefined> {
  if (resultKey === null) return undefined;
  return `s3://${(await findRunningSystem(services)).s3.resultsBucket}/${resultKey}`;
}

/**
 * Does something with the bytes of a run's result sheet.
 * @throws CliError `failed` when there is none
 */
export async function withResult<T>(
  { runId, resultKey }: Pick<RunJson, 'runId' | 'resultKey'>,
  services: Services,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  // Found anew for each use: the system may have been restarted while a run was followed.
  const buckets = openBuckets(await findRunningSystem(services));
  try {
    const bytes = resultKey === null ? undefined : await buckets.readResult(resultKey);
    if (bytes === undefined) throw new CliError('failed', `The run ${runId} has no result sheet.`);
    return await use(bytes);
  } finally {
    buckets.close();
  }
}

/**
 * Before anything is done that leads to a result sheet: whether it could be saved there.
 * @throws CliError `usage`
 */
export async function checkResultFile(file: string, { cwd }: Pick<Services, 'cwd'>): Promise<void> {
  const path = resolve(cwd, file);
  const isThere = await stat(path).catch(() => undefined);
  try {
    // Opened to append: what is there stays as it is.
    await (await open(path, 'a')).close();
  } catch (cause) {
    throw new CliError(
      'usage',
      `--result ${printable(file)}: expected a file that can be written, in a folder that is there.`,
      { cause },
    );
  }
  if (isThere === undefined) await rm(path);
}

/** Saves the result sheet as a file, in place of one that is there. */
export async function saveResult(
  run: Pick<RunJson, 'runId' | 'resultKey'>,
  file: string,
  services: Services,
): Promise<void> {
  await withResult(run, services, (bytes) => writeFile(resolve(services.cwd, file), bytes));
  services.voice.say(`Saved the result sheet as ${printable(file)}.`);
}
