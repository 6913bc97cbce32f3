import { approvalCommands, decisionCommands, revertText, reasonBeyondCounts } from '@sluice/answers/run';
import { log } from '@sluice/aws-kit/handlers';
import {
  asksPerson,
  countsOf,
  dropperAddress,
  dropperText,
  editionOf,
  hasImportEnded,
  isEnded,
  openDecisions,
  usageOf,
  type Approval,
  type Ledger,
  type Run,
  type Submission,
} from '@sluice/ledger';
import { isNoticeSettled } from '@sluice/ledger/notice';
import { shellWord } from '@sluice/contract/words';
import { composeRunMail, type MailedFiles, type MailedStatus, type RunFacts } from '@sluice/answers';
import { shortLines } from '@sluice/import-plan/proposal-lines';
import { reopenForLateImports } from '../late/late-imports.ts';
import type { Files } from '../ports.ts';
import { attachedSheet, type AttachServices } from './attached-sheet.ts';
import { mailedFile, type MailLinkServices } from '../links/mailed-file.ts';
import { runKeys } from '../run-objects.ts';
import { uploadReport } from './csv-report.ts';
import { mailedBefore } from './imported-before.ts';
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
  const files = await mailedFiles(run, written, services);
  const { consoleUrl } = services;
  const attachment = await attachedSheet(written.resultKey, services);
  const mail = composeRunMail({
    ...factsOf({ run, status, submissions, ...written, files, consoleUrl }),
    importedBefore: await mailedBefore(run, services.ledger),
    attachment,
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
async function mailedFiles(
  run: Run,
  { resultKey, planKey }: Written,
  services: ReportRunServices,
): Promise<MailedFiles> {
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
  readonly status: MailedStatus;
  readonly submissions: readonly Submission[];
  readonly files: MailedFiles;
  readonly consoleUrl: string | undefined;
}

function factsOf({ run, status, submissions, tally, resultKey, files, consoleUrl }: Report): RunFacts {
  const { runId, fileName, schema, lookup, startedAt, finishedAt } = run;
  const counts = countsOf(run, submissions);
  const shown = status === 'awaiting_approval' && run.approval ? run.approval.plan.counts : counts;
  const broken = resultKey === undefined ? [] : brokenIdentity(counts, tally);
  if (broken.length > 0) {
    log.error('row_counts_inconsistent', new Error('The rows do not add up'), { runId, classes: broken });
  }
  return {
    runId,
    consoleUrl,
    fileName,
    place: `${run.bucket}/${run.key}`,
    status,
    counts: shown,
    landedAlready: run.reading?.landedAlready,
    asExported: run.reading?.asExported,
    changedSince: Math.max(0, shown.skipped - (run.reading?.skipped ?? 0)),
    notes: [...passedNotes(run), ...(run.reading?.notes ?? [])],
    warnings: run.reading?.warnings?.map(({ text }) => text),
    reason: reasonWith(reasonBeyondCounts(run), broken),
    reasonCodes: run.reasonCodes,
    proposal: run.proposal && shortLines(run.proposal),
    problems: tally.problems,
    problemsInAll: tally.problemsInAll,
    notAttemptedFor: tally.notAttemptedFor,
    unknownFor: tally.unknownFor,
    calls: usageOf(submissions),
    files,
    reminder: run.reminders,
    ...importsOf(submissions),
    ...(run.approval && { approval: approvalFacts(run, run.approval) }),
    ...(status === 'undone' && undoFacts(run)),
    ...(status === 'needs_decision' && { toDecide: decisionFacts(run, submissions) }),
    reverts: run.reverts?.map(revertText),
    late: lateSentences(run),
    again: status === 'duplicate' ? againCommand(run) : undefined,
    schema,
    lookup,
    profile: run.profile,
    droppedBy: dropperText(run),
    startedAt,
    finishedAt,
  };
}

function decisionFacts(run: Run, submissions: readonly Submission[]) {
  const open = openDecisions(run, submissions);
  const rowsEnded = open.reduce((sum, one) => sum + (hasImportEnded(one) ? one.rows : 0), 0);
  return { ...decisionCommands(run.runId, open), rowsEnded };
}

function passedNotes({ passed = [] }: Run): string[] {
  return passed.map(
    (runId) =>
      `It did not wait for run ${runId}, whose file was dropped into this folder before: reading that one had not come further for 15 minutes.`,
  );
}

function againCommand({ fileName, profile, schema = '', lookup = '' }: Run): string {
  const folder = profile === undefined ? { schema, lookup } : { profile };
  const options = Object.entries(folder).map(([name, value]) => `--${name} ${shellWord(value)}`);
  return ['npx sluice drop', shellWord(fileName), ...options, '--again'].join(' ');
}

function approvalFacts({ runId, status }: Run, { plan, approved }: Approval) {
  return {
    by: approved?.by,
    ...(status === 'awaiting_approval' && { commands: approvalCommands(runId, plan) }),
  };
}

function undoFacts({ undo }: Run) {
  const { counts = { reversed: 0, kept: 0, failed: 0 }, by } = undo ?? {};
  return { undo: { ...counts, by } };
}

function lateSentences({ runId, status, late = [] }: Run): string[] {
  const again = status === 'undone' ? `; "npx sluice undo ${runId}" takes it back as well` : '';
  return late.flatMap(({ batch, importId, status: end }) =>
    end === undefined ? [] : [`Import ${importId} of batch ${batch} was reported late: ${end}${again}`],
  );
}

function reasonWith(reason: string | undefined, broken: readonly string[]): string | undefined {
  if (broken.length === 0) return reason;
  const warning = `Warning: the counts of this run do not add up (${broken.join(', ')}). Trust the rows of the result sheet, and report this to your Sluice administrators.`;
  return reason === undefined ? warning : `${reason} ${warning}`;
}

/** The real imports, or the dry runs when there was no real one. */
function importsOf(submissions: readonly Submission[]) {
  const real = submissions.filter(({ phase }) => phase === 'real');
  const wereDryRuns = real.length === 0;
  const shown = wereDryRuns ? submissions : real;
  return { importIds: shown.flatMap(({ importId }) => importId ?? []), wereDryRuns };
}
