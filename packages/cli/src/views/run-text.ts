import {
  approvalCommands,
  decisionCommands,
  dropperText,
  planName,
  rowClasses,
  type Choice,
  type Counts,
  type RunStatus,
} from '@sluice/ledger';
import { counted, number } from '@sluice/mail/words';
import { proposalLines } from '@sluice/import-plan/proposal-lines';
import type { Paint } from '../views/columns.ts';
import { inColumns, printable } from './columns.ts';
import type { Reasons } from '../files/result-sheet.ts';
import type { MailEventJson, RunJson, RunSummaryJson, SubmissionJson } from './run-json.ts';

/** `1,000 read: 750 created, 250 updated`. Empty classes are left out; `open` names the rows that are not decided yet. */
export function countsText(counts: Counts, open = 'not attempted'): string {
  const classes = rowClasses
    .filter((name) => counts[name] > 0)
    .map((name) => `${number(counts[name])} ${name === 'notAttempted' ? open : name}`);
  return [`${number(counts.read)} read`, classes.join(', ')].filter((part) => part !== '').join(': ');
}

export function statusText(status: RunStatus, paint: Paint): string {
  const words = status.replaceAll('_', ' ');
  if (status === 'succeeded' || status === 'undone') return paint.green(words);
  if (status === 'failed' || status === 'rejected') return paint.red(words);
  return paint.yellow(words);
}

/** The head of a run: status, reason, file, counts and times. */
export function runHead(run: RunSummaryJson & Pick<RunJson, 'eta' | 'quietUntil'>, paint: Paint): string[] {
  return inColumns(
    [
      ['run', run.runId],
      ['status', statusText(run.status, paint)],
      ['why', printable(run.reason ?? '')],
      ['duplicate of', run.duplicateOf ?? ''],
      ['blocked by', run.blockedBy ?? ''],
      ['quiet until', run.quietUntil ?? ''],
      ['file', printable(run.key)],
      ['schema', run.schema ?? ''],
      ['lookup', run.lookup ?? ''],
      ['profile', run.profile ?? ''],
      ['profile sha256', run.profileSha256 ?? ''],
      ['profile version', run.profileVersionId ?? ''],
      ['dropped by', printable(dropperText(run))],
      ['from', printable(run.droppedFrom ?? '')],
      ['corrects', run.corrects ?? ''],
      ['rows', countsText(run.counts)],
      ['started', run.startedAt],
      ['finished', run.finishedAt ?? ''],
      ['ends about', run.eta ?? ''],
      ...(run.notes ?? []).map((note, at) => [at === 0 ? 'read' : '', printable(note)]),
      ...(run.warnings ?? []).map(({ text }) => ['warning', printable(text)]),
    ].filter(([, value]) => value !== ''),
  );
}

/** One line per submission: batch, phase, status, importId and attempts. */
export function submissionsText(submissions: readonly SubmissionJson[]): string[] {
  return inColumns(
    submissions.map(({ batch, phase, status, importId, attempts }) => [
      `  batch ${batch}`,
      phase,
      status,
      importId ?? 'no importId',
      counted(attempts, 'attempt'),
    ]),
  );
}

export function timelineText({ timeline = [], timelineOmitted = 0 }: RunJson): string[] {
  const lines = inColumns(
    timeline.map(({ at, subject = '', type, data }) => {
      return [`  ${at}`, subject, type, printable(factsOf(data).join(', '))];
    }),
  );
  const omitted =
    timelineOmitted === 0 ? [] : [`  ${counted(timelineOmitted, 'older event')} of batches left out`];
  return [...lines, ...omitted];
}

type EventData = NonNullable<RunJson['timeline']>[number]['data'];

/** What the event is about, and who caused it. */
function factsOf(data: EventData = {}): string[] {
  const {
    status,
    choice,
    notice,
    kind,
    detail,
    addresses = [],
    importId,
    blockedBy,
    by,
    reason,
    plan,
    objects,
    record,
  } = data;
  const who = by === undefined ? undefined : `by ${by}`;
  const facts = [
    status,
    choice && choiceWords[choice],
    notice?.state,
    kind,
    detail,
    ...addresses,
    importId,
    blockedBy && `for run ${blockedBy}`,
    plan && `plan ${planName(typeof plan === 'string' ? { sha256: plan } : plan)}`,
    objects === undefined ? undefined : counted(objects, 'object'),
    record && `record ${record.slice(0, 16)}`,
    who,
    reason,
  ];
  return facts.filter((fact) => fact !== undefined);
}

const choiceWords: Record<Choice, string> = {
  attach: 'attached to the import',
  notApplied: 'not applied',
  sendAgain: 'send again',
};

/** Only what went wrong with a mail: deliveries are left out. */
export function mailEventsText(events: readonly MailEventJson[]): string[] {
  const trouble = events.filter(({ kind }) => kind !== 'delivery');
  return inColumns(
    trouble.map(({ at, kind, detail, addresses }) => [
      `  ${at}`,
      detail === undefined ? kind : `${kind} (${printable(detail)})`,
      printable(addresses.join(', ')),
    ]),
  );
}

export function reasonsText({ rows, more }: Reasons): string[] {
  if (rows.length === 0) return [];
  const lines = inColumns(rows.map(({ row, status, reason }) => [`  row ${row}`, status, printable(reason)]));
  return [
    '',
    'Rows to look at:',
    ...lines,
    ...(more === 0 ? [] : [`  and ${number(more)} more, in the result sheet`]),
  ];
}

/** What a person must decide about a run, and the commands for it. */
/** The profile that a run proposes, and the command that takes it. */
export function proposalText({ runId, proposal }: RunJson): string[] {
  if (proposal === undefined) return [];
  const lines = proposalLines(proposal).map((line) => `  ${printable(line)}`);
  return ['', 'Proposed profile:', ...lines, `Take it with: npx sluice accept ${runId}`];
}

export function decisionText({ runId, toDecide = [] }: Pick<RunJson, 'runId' | 'toDecide'>): string[] {
  if (toDecide.length === 0) return [];
  const { batches, commands } = decisionCommands(runId, toDecide);
  return [
    '',
    'To decide:',
    ...batches.map((line) => `  ${printable(line)}`),
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}

/** The plan that needs or needed approval and, while the run waits, the commands that approve or refuse it. */
export function approvalText(
  { runId, status, approval }: Pick<RunJson, 'runId' | 'status' | 'approval'>,
  place: string | undefined,
): string[] {
  if (approval === undefined) return [];
  const { plan, approved } = approval;
  const lines = inColumns(
    [
      ['  rows', countsText(plan.counts)],
      ['  row by row', printable(place ?? '')],
      ['  approved by', approved === undefined ? '' : `${printable(approved.by)}, ${approved.at}`],
    ].filter(([, value]) => value !== ''),
  );
  const waits = status === 'awaiting_approval';
  const commands = waits ? approvalCommands(runId, plan) : [];
  return [
    '',
    `Plan ${planName(plan)}${waits ? ', not written yet' : ''}:`,
    ...lines,
    ...inColumns(commands.map(([when, command]) => [`  ${when}:`, command])),
  ];
}
