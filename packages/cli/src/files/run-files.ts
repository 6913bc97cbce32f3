import { open, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { printable } from '../views/columns.ts';
import { findBuckets } from '../system/drop-bucket.ts';
import type { RunJson } from '../views/run-json.ts';
import type { Services } from '../io/services.ts';

/**
 * Uses the bytes of a run's result sheet.
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
  { missing, use }: { missing: string; use: (bytes: AsyncIterable<Uint8Array>) => Promise<T> },
  services: Services,
): Promise<T> {
  // Looked up for each use: the system may have been restarted while a run was followed.
  const buckets = await findBuckets(services);
  try {
    const bytes = key === undefined ? undefined : await buckets.readResult(key);
    if (bytes === undefined) throw new CliError('failed', missing);
    return await use(bytes);
  } finally {
    buckets.close();
  }
}

/**
 * Checks that a file could be saved there, before the work that makes it.
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
    // Opened to append, so that an existing file stays as it is.
    await (await open(path, 'a')).close();
  } catch (cause) {
    throw new CliError(
      'usage',
      `${option} ${printable(file)}: expected a file that can be written, in a folder that exists.`,
      { cause },
    );
  }
  if (isThere === undefined) await rm(path);
}

/** Saves the result sheet as a file, and replaces an existing one. */
export async function saveResult(
  run: Pick<RunJson, 'runId' | 'resultKey'>,
  file: string,
  services: Services,
): Promise<void> {
  await withResult(run, services, (bytes) => writeFile(resolve(services.cwd, file), bytes));
  services.voice.say(`Saved the result sheet as ${printable(file)}.`);
}

/**
 * Uses the bytes of the plan that a person must approve.
 * @throws CliError `failed` when there is none
 */
export async function withPlan<T>(
  { runId, approval }: Pick<RunJson, 'runId' | 'approval'>,
  services: Services,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const missing = `The run ${runId} has no plan: it needs no approval.`;
  return withObject(approval?.planKey, { missing, use }, services);
}

/** Saves the plan as a file, and replaces an existing one. */
export async function savePlan(
  run: Pick<RunJson, 'runId' | 'approval'>,
  file: string,
  services: Services,
): Promise<void> {
  await withPlan(run, services, (bytes) => writeFile(resolve(services.cwd, file), bytes));
  services.voice.say(`Saved the plan as ${printable(file)}.`);
}
