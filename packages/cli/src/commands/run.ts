import { printable, type Paint } from '../views/columns.ts';
import { revertText } from '@sluice/ledger';
import type { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { counted, number } from '@sluice/mail/words';
import {
  approvalText,
  decisionText,
  mailEventsText,
  proposalText,
  runHead,
  submissionsText,
  timelineText,
} from '../views/run-text.ts';
import { createHistory } from '../system/history.ts';
import { saveOriginal } from '../files/original.ts';
import { readPlanHead, type PlanHead } from '../files/plan-head.ts';
import { checkResultFile, savePlan, saveResult } from '../files/run-files.ts';
import { planHeadText } from '../views/plan-head-text.ts';
import type { RunJson } from '../views/run-json.ts';
import type { Services } from '../io/services.ts';
import { findSystem } from '../system/find-system.ts';
import type { runSchema } from './options.ts';

type RunOptions = z.infer<typeof runSchema> & { readonly runId: string };

export interface RunShown {
  readonly run: RunJson;
  /** Its address, `s3://…`. */
  readonly resultSheet?: string | undefined;
  /** The address of the plan that a person must approve. */
  readonly plan?: string | undefined;
  readonly planHead?: PlanHead | undefined;
  readonly undoReport?: string | undefined;
}

/** One run in full: counts, importIds, timeline, files. */
async function run({ runId, result, original, plan }: RunOptions, services: Services): Promise<RunShown> {
  if (result !== undefined) await checkResultFile(result, services);
  if (plan !== undefined) await checkResultFile(plan, services, '--plan');
  const run = await createHistory(services).run(runId);
  if (run === undefined)
    throw new CliError(
      'failed',
      `No run ${printable(runId)}. Expected the id of a run, as \`npx sluice runs\` lists them.`,
    );
  if (plan !== undefined) await savePlan(run, plan, services);
  if (original !== undefined) await saveOriginal(run, original, services);
  if (result !== undefined) await saveResult(run, result, services);
  return { run, ...(await filesOf(run, services)) };
}

/** The addresses of a run's files, and the first lines of a plan that waits for approval. */
export async function filesOf(run: RunJson, services: Services): Promise<Omit<RunShown, 'run'>> {
  const { resultKey, approval, undoReportKey } = run;
  const { buckets } = await findSystem(services);
  const placeOf = (key: string | null = null) => (key === null ? undefined : `s3://${buckets.files}/${key}`);
  return {
    resultSheet: placeOf(resultKey),
    plan: placeOf(approval?.planKey),
    planHead: await readPlanHead(run, services).catch(() => undefined),
    undoReport: placeOf(undoReportKey),
  };
}

export function runText({ run, resultSheet, plan, planHead, undoReport }: RunShown, paint: Paint): string {
  return [
    ...runHead(run, paint),
    ...undoText(run, undoReport),
    ...(run.reverts ? ['', ...run.reverts.map((one) => `${printable(revertText(one))}.`)] : []),
    ...proposalText(run),
    ...decisionText(run),
    ...approvalText(run, plan),
    ...planHeadText(run.runId, planHead),
    ...(run.emails === undefined ? [] : ['', ...mailText(run.emails)]),
    ...(resultSheet === undefined ? [] : ['', `Result sheet: ${printable(resultSheet)}`]),
    ...(run.submissions.length === 0 ? [] : ['', importsHead(run), ...submissionsText(run.submissions)]),
    ...(run.timeline === undefined ? [] : ['', 'Timeline:', ...timelineText(run)]),
  ].join('\n');
}

function importsHead({ usage }: RunJson): string {
  const { dryRuns, furtherDryRuns, imports } = usage;
  const further = furtherDryRuns === 0 ? '' : ` (${number(furtherDryRuns)} of them to find refused rows)`;
  return `${counted(dryRuns, 'dry run')}${further}, ${counted(imports, 'import')}:`;
}

function undoText({ undo }: RunJson, report: string | undefined): string[] {
  if (undo === undefined) return [];
  const { reversed, kept, failed } = undo;
  const counts = `Undo: ${counted(reversed, 'record')} restored, ${number(kept)} kept because somebody changed them since, ${number(failed)} failed`;
  return ['', counts, ...(report === undefined ? [] : [`Undo report: ${printable(report)}`])];
}

function mailText({ to = [], state = 'not due yet', events = [] }: NonNullable<RunJson['emails']>): string[] {
  return [`E-mail to ${printable(to.join(', '))}: ${state}`, ...mailEventsText(events)];
}

export const command: Command<RunOptions, RunShown> = {
  run,
  text: runText,
  json: ({ run }) => run,
};
