import { open, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { printable } from '../views/columns.ts';
import { openBuckets } from '../system/drop-bucket.ts';
import type { RunJson } from '../views/run-json.ts';
import { findRunningSystem } from '../system/running-system.ts';
import type { Services } from '../io/services.ts';

/** `s3://…`, where the result sheet of a run lies; undefined when there is none. */
export async function resultPlace(
  { resultKey }: Pick<RunJson, 'resultKey'>,
  services: Services,
): Promise<string | undefined> {
  return resultKey === null ? undefined : placeOf(resultKey, services);
}

/** The same of the plan that a person is to approve. */
export async function planPlace(
  { approval }: Pick<RunJson, 'approval'>,
  services: Services,
): Promise<string | undefined> {
  return approval?.planKey === undefined ? undefined : placeOf(approval.planKey, services);
}

async function placeOf(key: string, services: Services): Promise<string> {
  return `s3://${(await findRunningSystem(services)).s3.resultsBucket}/${key}`;
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
  return withObject(
    resultKey ?? undefined,
    { missing: `The run ${runId} has no result sheet.`, use },
    services,
  );
}

async function withObject<T>(
  key: string | undefined,
  {
    missing,
    use,
  }: { readonly missing: string; readonly use: (bytes: AsyncIterable<Uint8Array>) => Promise<T> },
  services: Services,
): Promise<T> {
  // Found anew for each use: the system may have been restarted while a run was followed.
  const buckets = openBuckets(await findRunningSystem(services));
  try {
    const bytes = key === undefined ? undefined : await buckets.readResult(key);
    if (bytes === undefined) throw new CliError('failed', missing);
    return await use(bytes);
  } finally {
    buckets.close();
  }
}

/**
 * Before anything is done that leads to a result sheet: whether it could be saved there.
 * @throws CliError `usage`
 */
export async function checkResultFile(
  file: string,
  { cwd }: Pick<Services, 'cwd'>,
  option = '--result',
): Promise<void> {
  const path = resolve(cwd, file);
  const isThere = await stat(path).catch(() => undefined);
  try {
    // Opened to append: what is there stays as it is.
    await (await open(path, 'a')).close();
  } catch (cause) {
    throw new CliError(
      'usage',
      `${option} ${printable(file)}: expected a file that can be written, in a folder that is there.`,
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

/**
 * Saves the plan that a person is to approve.
 * @throws CliError `failed` when there is none
 */
export async function savePlan(
  { runId, approval }: Pick<RunJson, 'runId' | 'approval'>,
  file: string,
  services: Services,
): Promise<void> {
  const missing = `The run ${runId} has no plan: it asks, or asked, for no approval.`;
  const use = (bytes: AsyncIterable<Uint8Array>) => writeFile(resolve(services.cwd, file), bytes);
  await withObject(approval?.planKey, { missing, use }, services);
  services.voice.say(`Saved the plan as ${printable(file)}.`);
}
