import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import { findBuckets } from '../system/drop-bucket.ts';
import type { RunJson } from '@sluice/ledger/views';
import type { Services } from '../io/services.ts';
import { saveFile } from './save-file.ts';

/**
 * Uses the bytes of a run's result sheet.
 * @throws CliError `failed` when there is none
 */
export async function withResult<T>(
  { runId, resultKey }: Pick<RunJson, 'runId' | 'resultKey'>,
  services: Services,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  return withObject(resultKey ?? undefined, { missing: noResult(runId), use }, services);
}

const noResult = (runId: string): string =>
  `The run ${runId} has no result sheet: none is written where no row was read.`;

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

/** @throws CliError `failed` when a run has no result sheet */
export async function saveResult(
  run: Pick<RunJson, 'runId' | 'resultKey'>,
  file: string,
  services: Services,
): Promise<void> {
  const key = run.resultKey ?? undefined;
  await save({ key, missing: noResult(run.runId), what: 'result sheet', option: '--result' }, file, services);
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
  return withObject(approval?.planKey, { missing: noPlan(runId), use }, services);
}

const noPlan = (runId: string): string => `The run ${runId} has no plan: it needs no approval.`;

/** @throws CliError `failed` when a run has no plan to approve */
export async function savePlan(
  { runId, approval }: Pick<RunJson, 'runId' | 'approval'>,
  file: string,
  services: Services,
): Promise<void> {
  await save(
    { key: approval?.planKey, missing: noPlan(runId), what: 'plan', option: '--plan' },
    file,
    services,
  );
}

/** @throws CliError `failed` when a run was not undone */
export async function saveUndoReport(
  { runId, undoReportKey }: Pick<RunJson, 'runId' | 'undoReportKey'>,
  file: string,
  services: Services,
): Promise<void> {
  const missing = `The run ${runId} has no undo report: it was not undone.`;
  await save({ key: undoReportKey, missing, what: 'undo report', option: '--report' }, file, services);
}

interface Saved {
  readonly key: string | undefined;
  readonly missing: string;
  /** As a message names it. */
  readonly what: string;
  readonly option: string;
}

/** Saves an object of the files bucket. */
async function save({ key, missing, what, option }: Saved, file: string, services: Services): Promise<void> {
  const use = (bytes: AsyncIterable<Uint8Array>) => saveFile({ file, option }, bytes, services);
  await withObject(key, { missing, use }, services);
  services.voice.say(`Saved the ${what} as ${printable(file)}.`);
}
