import { printable, type Paint } from '../views/columns.ts';
import type { z } from 'zod';
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
import { checkResultFile, savePlan, saveResult } from '../files/run-files.ts';
import type { RunJson } from '../views/run-json.ts';
import type { Services } from '../io/services.ts';
import { findRunningSystem } from '../system/running-system.ts';
import type { runSchema } from './options.ts';

type RunOptions = z.infer<typeof runSchema> & { readonly runId: string };

export interface RunShown {
  readonly run: RunJson;
  /** Its address, `s3://…`. */
  readonly resultSheet?: string | undefined;
  /** The address of the plan that a person must approve. */
  readonly plan?: string | undefined;
}

/** One run in full: counts, importIds, timeline, files. */
async function run({ runId, result, original, plan }: RunOptions, services: Services): Promise<RunShown> {
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
  { resultKey, approval }: Pick<RunJson, 'resultKey' | 'approval'>,
  services: Services,
): Promise<Pick<RunShown, 'resultSheet' | 'plan'>> {
  const { s3 } = await findRunningSystem(services);
  const placeOf = (key: string | null = null) =>
    key === null ? undefined : `s3://${s3.resultsBucket}/${key}`;
  return { resultSheet: placeOf(resultKey), plan: placeOf(approval?.planKey) };
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
