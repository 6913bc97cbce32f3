import { planName, type Choice } from '@sluice/ledger';
import { counted, number, time } from '@sluice/mail/words';
import { inColumns, printable, type Paint, type Lines } from './columns.ts';
import { troublesIn, type MailEventJson, type RunJson, type SubmissionJson } from './run-json.ts';
import { readNotes, runSummary, type RunShown } from './run-summary.ts';

/** All that is known about a run: its summary, how the file was read, each batch and the timeline. */
export function runDetails(shown: RunShown, paint: Paint): Lines {
  const { run } = shown;
  return [
    ...runSummary(shown, paint),
    '',
    ...inColumns(factsOf(run)),
    ...(run.emails === undefined ? [] : ['', ...mailText(run.emails)]),
    ...(run.submissions.length === 0 ? [] : ['', importsHead(run), ...submissionsText(run.submissions)]),
    ...(run.timeline === undefined ? [] : ['', 'Timeline:', ...timelineText(run)]),
  ];
}

function factsOf(run: RunJson): string[][] {
  const facts: [string, string][] = [
    ['status', run.status],
    ['schema', run.schema ?? ''],
    ['lookup', run.lookup ?? ''],
    ['profile', run.profile ?? ''],
    ['profile fingerprint', run.profileSha256 ?? ''],
    ['profile version', run.profileVersionId ?? ''],
    ['from', run.droppedFrom ?? ''],
    ['corrects', run.corrects ?? ''],
    ['version', run.versionId],
    ['fingerprint', run.sha256 ?? ''],
    ['finished', run.finishedAt === null ? '' : time(run.finishedAt)],
    ...readNotes(run).plain.map((note, at): [string, string] => [at === 0 ? 'read' : '', note]),
  ];
  return facts.filter(([, value]) => value !== '').map(([name, value]) => [`  ${name}`, printable(value)]);
}

function importsHead({ usage }: RunJson): string {
  const { dryRuns, furtherDryRuns, imports } = usage;
  const further = furtherDryRuns === 0 ? '' : ` (${number(furtherDryRuns)} of them to find refused rows)`;
  return `${counted(dryRuns, 'dry run')}${further}, ${counted(imports, 'import')}:`;
}

function mailText({ to = [], state = 'not due yet', events = [] }: NonNullable<RunJson['emails']>): Lines {
  return [`E-mail to ${printable(to.join(', '))}: ${state}`, ...mailEventsText(events)];
}

/** One line per submission: batch, phase, status, importId and attempts. */
export function submissionsText(submissions: readonly SubmissionJson[]): Lines {
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

function timelineText({ timeline = [], timelineOmitted = 0 }: RunJson): Lines {
  const lines = inColumns(
    timeline.map(({ at, subject = '', type, data }) => {
      return [`  ${time(at)}`, subject, type, printable(wordsOfEvent(data).join(', '))];
    }),
  );
  const omitted =
    timelineOmitted === 0 ? [] : [`  ${counted(timelineOmitted, 'older event')} of batches left out`];
  return [...lines, ...omitted];
}

type EventData = NonNullable<RunJson['timeline']>[number]['data'];

/** What the event is about, and who caused it. */
function wordsOfEvent(data: EventData = {}): string[] {
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

/** Only what went wrong with a mail. */
export function mailEventsText(events: readonly MailEventJson[]): Lines {
  return inColumns(
    troublesIn(events).map(({ at, kind, detail, addresses }) => [
      `  ${time(at)}`,
      detail === undefined ? kind : `${kind} (${printable(detail)})`,
      printable(addresses.join(', ')),
    ]),
  );
}
