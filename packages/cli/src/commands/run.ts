import type { Paint } from '../paint.ts';
import { CliError } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { createHistory } from '../history.ts';
import type { RunJson } from '../run-json.ts';
import { runHead, submissionsText, timelineText } from '../run-text.ts';
import { findRunningSystem } from '../running-system.ts';
import type { Services } from '../services.ts';

export interface RunOptions {
  readonly runId: string;
}

export interface RunShown {
  readonly run: RunJson;
  /** `s3://…`, where the result sheet is written. */
  readonly resultSheet?: string | undefined;
}

/** One run whole: counts, importIds, timeline, files. */
export async function run({ runId }: RunOptions, services: Services): Promise<RunShown> {
  const run = await createHistory(services).run(runId);
  if (run === undefined)
    throw new CliError('failed', `No run ${runId}. Expected the id of a run, as \`sluice runs\` lists them.`);
  const { s3 } = await findRunningSystem(services);
  return {
    run,
    resultSheet: run.resultKey !== null ? `s3://${s3.resultsBucket}/${run.resultKey}` : undefined,
  };
}

export function runText({ run, resultSheet }: RunShown, paint: Paint): string {
  return [
    ...runHead(run, paint),
    ...(resultSheet === undefined ? [] : ['', `Result sheet: ${resultSheet}`]),
    ...(run.submissions.length === 0 ? [] : ['', 'Imports:', ...submissionsText(run.submissions)]),
    ...(run.timeline === undefined ? [] : ['', 'Timeline:', ...timelineText(run.timeline)]),
  ].join('\n');
}

export const command: Command<RunOptions, RunShown> = {
  run,
  text: runText,
  json: (shown) => shown.run,
  exit: () => 'ok',
};
