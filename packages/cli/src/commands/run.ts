import { printable, type Paint } from '../views/columns.ts';
import { CliError } from '../cli-error.ts';
import type { Command } from '../command.ts';
import {
  approvalText,
  decisionText,
  mailEventsText,
  numberText,
  runHead,
  submissionsText,
  timelineText,
} from '../views/run-text.ts';
import { createHistory } from '../system/history.ts';
import { saveOriginal } from '../files/original.ts';
import { checkResultFile, planPlace, resultPlace, savePlan, saveResult } from '../files/run-files.ts';
import type { RunJson } from '../views/run-json.ts';
import type { Services } from '../io/services.ts';

export interface RunOptions {
  readonly runId: string;
  /** Where the result sheet is saved. */
  readonly result?: string | undefined;
  /** Where the file is saved as it was dropped. */
  readonly original?: string | undefined;
  /** Where the plan is saved that is to be approved. */
  readonly plan?: string | undefined;
}

export interface RunShown {
  readonly run: RunJson;
  /** `s3://…`, where the result sheet is written. */
  readonly resultSheet?: string | undefined;
  /** The same of the plan. */
  readonly plan?: string | undefined;
}

/** One run whole: counts, importIds, timeline, files. */
export async function run(
  { runId, result, original, plan }: RunOptions,
  services: Services,
): Promise<RunShown> {
  if (result !== undefined) await checkResultFile(result, services);
  if (plan !== undefined) await checkResultFile(plan, services, '--plan');
  const run = await createHistory(services).run(runId);
  if (run === undefined)
    throw new CliError(
      'failed',
      `No run ${printable(runId)}. Expected the id of a run, as \`sluice runs\` lists them.`,
    );
  if (plan !== undefined) await savePlan(run, plan, services);
  if (original !== undefined) await saveOriginal(run, original, services);
  if (result !== undefined) await saveResult(run, result, services);
  return { run, ...(await placesOf(run, services)) };
}

/** Where the result sheet and the plan are. */
export async function placesOf(
  run: RunJson,
  services: Services,
): Promise<Pick<RunShown, 'resultSheet' | 'plan'>> {
  return { resultSheet: await resultPlace(run, services), plan: await planPlace(run, services) };
}

export function runText({ run, resultSheet, plan }: RunShown, paint: Paint): string {
  return [
    ...runHead(run, paint),
    ...undoText(run),
    ...decisionText(run),
    ...approvalText(run, plan),
    ...(run.emails === undefined ? [] : ['', ...mailText(run.emails)]),
    ...(resultSheet === undefined ? [] : ['', `Result sheet: ${printable(resultSheet)}`]),
    ...(run.submissions.length === 0 ? [] : ['', importsHead(run), ...submissionsText(run.submissions)]),
    ...(run.timeline === undefined ? [] : ['', 'Timeline:', ...timelineText(run)]),
  ].join('\n');
}

function importsHead({ usage }: RunJson): string {
  const { dryRuns, furtherDryRuns, imports } = usage;
  const further = furtherDryRuns === 0 ? '' : `, ${numberText(furtherDryRuns)} of them to find refused rows`;
  return `Imports (${numberText(dryRuns)} dry runs${further}; ${numberText(imports)} for real):`;
}

function undoText({ undo, undoReportKey }: RunJson): string[] {
  if (undo === undefined) return [];
  const { reversed, kept, failed } = undo;
  const counts = `Undo: ${numberText(reversed)} records restored, ${numberText(kept)} kept because they changed since, ${numberText(failed)} failed`;
  return ['', counts, ...(undoReportKey === undefined ? [] : [`Report: ${printable(undoReportKey)}`])];
}

function mailText({ to = [], state = 'not due yet', events = [] }: NonNullable<RunJson['emails']>): string[] {
  return [`E-mail to ${printable(to.join(', '))}: ${state}`, ...mailEventsText(events)];
}

export const command: Command<RunOptions, RunShown> = {
  run,
  text: runText,
  json: (shown) => shown.run,
};
