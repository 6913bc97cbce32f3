import { log } from '@sluice/aws-kit/handlers';
import {
  asksPerson,
  dropperAddress,
  editionOf,
  isEnded,
  progressOf,
  runHead,
  type Ledger,
  type Run,
  type Submission,
} from '@sluice/ledger';
import { isNoticeSettled } from '@sluice/ledger/notice';
import { composeRunMail, type RunFacts, type RunFiles } from '@sluice/answers';
import { shortLines } from '@sluice/import-plan/proposal-lines';
import { reopenForLateImports } from '../late/late-imports.ts';
import type { Files } from '../ports.ts';
import { attachedSheet, type AttachServices } from './attached-sheet.ts';
import { mailedFile, type MailLinkServices } from '../links/mailed-file.ts';
import { runKeys } from '../run-objects.ts';
import { uploadReport } from './csv-report.ts';
import { importedBefore } from './imported-before.ts';
import { planReport } from './plan-report.ts';
import { keepRefusedRows } from './refused-rows.ts';
import { writeSheet } from './write-sheet.ts';
import { brokenIdentity, createTally, type Tally } from './tally.ts';
import {
  sendNotice,
  type NoticeOutcome,
  type RecordNotice,
  type SendNoticeServices,
} from '../notify/send-notice.ts';

export interface ReportRunServices extends SendNoticeServices, MailLinkServices, AttachServices {
  readonly ledger: Ledger;
  readonly drops: Pick<Files, 'stream'>;
  readonly files: Pick<Files, 'get' | 'put' | 'stream' | 'upload'>;
}

/**
 * Writes the result sheet of a run that ended, or waits for a person, and sends its notice. A repeat writes the same
 * sheet, and sends the notice only while it is not known to be sent (invariant 13).
 */
export async function reportRun(runId: string, services: ReportRunServices): Promise<NoticeOutcome> {
  const run = await services.ledger.run(runId);
  if (run === undefined) throw new Error(`The ledger has no run ${runId}`);
  const { status, emails } = run;
  if (!(isEnded(status) || asksPerson(status)) || isNoticeSettled(run.notice)) return 'notDue';
  const submissions = await services.ledger.submissions(runId);
  // The tracker that ended the run has not seen an importId that came meanwhile.
  await reopenForLateImports(run, submissions, services);
  const written = needsNoSheet(run)
    ? { tally: createTally().tally() }
    : await writeResult(run, submissions, services);
  if (isReportedByMigration(run)) {
    await keepRefusedRows(runId, written.tally, services.files);
    return leaveToMigration(run, services);
  }
  const mail = composeRunMail({
    ...(await factsOf({ run, submissions, ...written }, services)),
    attachment: await attachedSheet(written.resultKey, services),
  });
  const event = `run.${status}` as const;
  const message = { event, recipients: emails, dropper: dropperAddress(run), mail, subject: { runId } };
  return sendNotice({ record: recordNotice(run, services), message }, services);
}

/** Refused if the run has moved on to another status or another question. */
function recordNotice(run: Run, { ledger }: ReportRunServices): RecordNotice {
  const { runId, status: about } = run;
  return async (notice) => {
    const event = { type: 'noticeChanged', at: notice.at, about, ...questionOf(run), notice } as const;
    const { moved, now } = await ledger.moveRun(runId, event);
    return { recorded: moved, current: now.status === about ? now.notice : undefined };
  };
}

/** The migration's notice could not report what came after the end of the run, so the run sends a notice of its own. */
function isReportedByMigration(run: Run): boolean {
  const { finishedAt = '', reverts = [] } = run;
  return run.migration !== undefined && !hasLateNews(run) && !reverts.some(({ at }) => at > finishedAt);
}

/** Whether an import that was reported after the end of the run, or after its undo, has ended. */
function hasLateNews({ undo, late = [] }: Run): boolean {
  return late.some(({ at, status }) => status !== undefined && (undo === undefined || at > undo.at));
}

/** One notice of the migration reports all its runs. */
async function leaveToMigration(
  { runId, status }: Run,
  { ledger, now }: ReportRunServices,
): Promise<NoticeOutcome> {
  const at = now().toISOString();
  const notice = { state: 'byMigration', at } as const;
  await ledger.moveRun(runId, { type: 'noticeChanged', at, about: status, notice });
  return 'sent';
}

/** After a month the drop may be gone, and its sheet is still there. */
const shownBefore = ({ reminders, reverts }: Run): boolean => (reminders ?? reverts) !== undefined;

/** An undo has a report of its own, and a reminder brings nothing new. A late import changes the rows. */
function needsNoSheet(run: Run): boolean {
  return (run.status === 'undone' && !hasLateNews(run)) || run.reminders !== undefined;
}

interface Written {
  readonly tally: Tally;
  readonly resultKey?: string | undefined;
  /** Where the plan of a run that waits for approval is. */
  readonly planKey?: string | undefined;
}

/** There is no result sheet if the file could not be read, or if another run imports its rows. */
async function writeResult(
  run: Run,
  submissions: readonly Submission[],
  services: ReportRunServices,
): Promise<Written> {
  if (run.status === 'duplicate' || run.reading === undefined || run.reading.rows === 0)
    return { tally: createTally().tally() };
  const { runId } = run;
  const batches = await services.ledger.batches(runId);
  const { tally, resultKey } = await writeSheet(run, { batches, submissions }, services);
  const planKey = resultKey === undefined ? undefined : await writePlan(run, submissions, services);
  const written = {
    ...(resultKey !== undefined && { resultKey }),
    ...(planKey !== undefined && { planKey }),
  };
  // Without a sheet, that of a question would tell of rows that were written since.
  const at = services.now().toISOString();
  await services.ledger.moveRun(runId, { type: 'resultWritten', at, ...written, edition: editionOf(run) });
  return { tally, ...written };
}

/** The number of the approval request, so that a late report does not answer for the next one. */
function questionOf({ status, approval }: Run): { readonly asked?: number } {
  return status === 'awaiting_approval' && approval ? { asked: approval.asked } : {};
}

async function writePlan(
  { runId, status, fileName, approval }: Run,
  submissions: readonly Submission[],
  { files }: ReportRunServices,
): Promise<string | undefined> {
  if (status !== 'awaiting_approval' || approval === undefined) return undefined;
  const planKey = runKeys.plan(runId, fileName, approval.asked);
  const { counts } = approval.plan;
  await uploadReport(planKey, planReport({ fileName, counts, dryRuns: submissions }, files), files);
  return planKey;
}

/** The files that the mail names, each with its place and its link. */
async function toldFiles(
  run: Run,
  { resultKey, planKey }: Written,
  services: ReportRunServices,
): Promise<RunFiles> {
  const { runId, status, approval, undo } = run;
  const fileOf = (key: string | undefined) => mailedFile(runId, key, services);
  return {
    result: await fileOf(resultKey ?? (shownBefore(run) ? run.resultKey : undefined)),
    plan: await fileOf(planKey ?? approval?.planKey),
    undoReport: await fileOf(status === 'undone' ? undo?.reportKey : undefined),
  };
}

interface Report extends Written {
  readonly run: Run;
  readonly submissions: readonly Submission[];
}

async function factsOf(report: Report, services: ReportRunServices): Promise<RunFacts> {
  const { run, submissions, tally, resultKey } = report;
  const head = runHead({ run, progress: progressOf(run, submissions), submissions }, services.now());
  const shown = run.status === 'awaiting_approval' && run.approval ? run.approval.plan.counts : head.counts;
  const brokenCounts = resultKey === undefined ? [] : brokenIdentity(head.counts, tally);
  if (brokenCounts.length > 0) {
    const error = new Error('The rows do not add up');
    log.error('row_counts_inconsistent', error, { runId: run.runId, classes: brokenCounts });
  }
  return {
    run: { ...head, importedBefore: await importedBefore(run, services.ledger) },
    skippedFor: {
      landedAlready: run.reading?.landedAlready ?? 0,
      asExported: run.reading?.asExported ?? 0,
      changedSince: Math.max(0, shown.skipped - (run.reading?.skipped ?? 0)),
    },
    brokenCounts,
    reasons: tally,
    files: await toldFiles(run, report, services),
    consoleUrl: services.consoleUrl,
    proposal: run.proposal && shortLines(run.proposal),
    reminder: run.reminders,
    undoneBy: run.status === 'undone' ? run.undo?.by : undefined,
    late: (run.late ?? []).flatMap(({ batch, importId, status }) =>
      status === undefined ? [] : [{ batch, importId, status }],
    ),
    passed: run.passed,
    imports: importsOf(submissions),
  };
}

/** The real imports, or the dry runs when there was no real one. */
function importsOf(submissions: readonly Submission[]) {
  const real = submissions.filter(({ phase }) => phase === 'real');
  const wereDryRuns = real.length === 0;
  const shown = wereDryRuns ? submissions : real;
  return { ids: shown.flatMap(({ importId }) => importId ?? []), wereDryRuns };
}
