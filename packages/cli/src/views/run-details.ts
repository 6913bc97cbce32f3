import { callsText, eventWords, readNotes } from '@sluice/answers/run';
import { troublesIn, type MailEventJson, type RunJson, type SubmissionJson } from '@sluice/ledger/views';
import { counted, time, printable } from '@sluice/contract/words';
import { inColumns, type Paint, type Lines } from '../io/columns.ts';
import { dropperText } from '@sluice/ledger';
import { runSummary, type RunShown } from './run-summary.ts';

/** All that is known about a run: its summary, how the file was read, each batch and the timeline. */
export function runDetails(shown: RunShown, paint: Paint): Lines {
  const { run } = shown;
  return [
    ...runSummary(shown, paint),
    '',
    ...inColumns(factsOf(run)),
    ...(run.emails === undefined ? [] : ['', ...mailText(run.emails)]),
    ...(run.submissions.length === 0 ? [] : ['', `${callsText(run)}:`, ...submissionsText(run.submissions)]),
    ...(run.timeline === undefined ? [] : ['', 'Timeline:', ...timelineText(run)]),
  ];
}

function factsOf(run: RunJson): string[][] {
  const definition = run.migration?.definitionUpload;
  const facts: [string, string][] = [
    ['status', run.status],
    ['schema', run.schema ?? ''],
    ['lookup', run.lookup ?? ''],
    ['profile', run.profile ?? ''],
    ['profile fingerprint', run.profileSha256 ?? ''],
    ['profile version', run.profileVersionId ?? ''],
    ['profile saved by', run.profileSavedBy ?? ''],
    ['definition uploaded by', definition ? dropperText(definition) : ''],
    ['from', run.droppedFrom ?? ''],
    ['corrects', run.corrects ?? ''],
    ['version', run.versionId],
    ['fingerprint', run.sha256 ?? ''],
    ['finished', run.finishedAt === null ? '' : time(run.finishedAt)],
    ...readNotes(run).plain.map((note, at): [string, string] => [at === 0 ? 'read' : '', note]),
  ];
  return facts.filter(([, value]) => value !== '').map(([name, value]) => [`  ${name}`, printable(value)]);
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
      return [`  ${time(at)}`, subject, type, printable(eventWords(data).join(', '))];
    }),
  );
  const omitted =
    timelineOmitted === 0 ? [] : [`  ${counted(timelineOmitted, 'older event')} of batches left out`];
  return [...lines, ...omitted];
}

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
