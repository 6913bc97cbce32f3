import { progressLine, type RowReasons } from '@sluice/answers/run';
import type * as z from 'zod';
import { CliError, messageOf } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { saveOriginal } from '../files/original.ts';
import { readPlanHead } from '../files/plan-head.ts';
import { readReasons } from '../files/result-sheet.ts';
import { savePlan, saveResult, withResult } from '../files/run-files.ts';
import { checkTarget } from '../files/save-file.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { findSystem } from '../find/find-system.ts';
import { createHistory, type History } from '../system/history.ts';
import { placeInQueue } from '../system/queue.ts';
import { withRun } from '../system/short-ids.ts';
import { runDetails } from '../views/run-details.ts';
import { isAtRest, type RunJson } from '@sluice/ledger/views';
import { runSummary, type RunShown } from '../views/run-summary.ts';
import type { runSchema } from './options.ts';

type RunOptions = z.infer<typeof runSchema> & { readonly runId: string };

/** What happened to a run, and with `--details` all that is known about it. */
async function run(options: RunOptions, services: Services): Promise<RunShown> {
  const { result, original, plan, details } = options;
  for (const [option, file] of Object.entries({ result, plan, original }))
    if (file !== undefined) await checkTarget({ file, option: `--${option}` }, services);
  const history = createHistory(services);
  const run = await runNamed(options.runId, history);
  const { runId } = run;
  if (plan !== undefined) await savePlan(run, plan, services);
  if (original !== undefined) await saveOriginal(run, original, services);
  if (result !== undefined) await saveResult(run, result, services);
  const files =
    run.counts.read > mostRead
      ? { run, ...(await filesOf(run, services)) }
      : await shownWithReasons(run, services);
  const shown = { ...files, details, savedAs: result };
  if (isAtRest(run)) return shown;
  const { progress } = (await history.progress(runId)) ?? {};
  const when = { now: services.now(), queue: await placeInQueue(run, history, services.now()) };
  // The summary has the reason on a line below.
  return { ...shown, progress: progressLine({ ...run, progress, reason: undefined }, when) };
}

/** @throws CliError `usage` when there is none */
export function runNamed(text: string, history: History): Promise<RunJson> {
  return withRun({ text }, history, async (runId) => {
    const run = await history.run(runId);
    if (run !== undefined) return run;
    throw new CliError(
      'usage',
      `There is no run ${runId}. Expected the id of a run, as \`${commandLine('runs')}\` lists them.`,
    );
  });
}

/** The result sheet of a run with more rows takes too long to look through, unless a person has waited for its end. */
const mostRead = 100_000;
/** How many reasons are in a summary; those of all rows are in the result sheet. */
const reasonsShown = 20;

/** A run, with the rows of its result sheet that need a person. */
export async function shownWithReasons(run: RunJson, services: Services): Promise<RunShown> {
  const places = await orReport(filesOf(run, services), services);
  const reasons = await orReport(reasonsOf(run, services), services);
  return { run, ...places, reasons };
}

async function reasonsOf(run: RunJson, services: Services): Promise<RowReasons | undefined> {
  const { resultKey, counts } = run;
  if (resultKey === null || counts.failed + counts.notAttempted + counts.unknown === 0) return undefined;
  return withResult(run, services, (bytes) => readReasons(bytes, reasonsShown));
}

/** A run's outcome is shown even when its result sheet cannot be read or saved. */
export async function orReport<T>(work: Promise<T>, { voice }: Services): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    voice.say(messageOf(error));
    return undefined;
  }
}

/** The addresses of a run's files, and the first lines of a plan that waits for approval. */
async function filesOf(run: RunJson, services: Services): Promise<Omit<RunShown, 'run'>> {
  const { resultKey, approval, undoReportKey } = run;
  const { buckets } = await findSystem(services);
  const fileOf = (key: string | null = null) =>
    key === null ? undefined : { place: `s3://${buckets.files}/${key}` };
  return {
    files: {
      result: fileOf(resultKey),
      plan: fileOf(approval?.planKey),
      undoReport: fileOf(undoReportKey),
    },
    planHead: await readPlanHead(run, services).catch(() => undefined),
  };
}

export const command: Command<RunOptions, RunShown> = {
  run,
  text: (shown, paint) => (shown.details ? runDetails(shown, paint) : runSummary(shown, paint)),
  json: ({ run }) => run,
};
