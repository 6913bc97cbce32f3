import { callsText, eventWords, runWords as says, type FactName } from '@sluice/answers/run';
import { printable, time } from '@sluice/contract/words';
import { troublesIn, type RunJson, type SubmissionJson } from '@sluice/ledger/views';
import { inColumns, type Paint, type Lines } from '../io/columns.ts';
import { linesOfBlocks } from './blocks-text.ts';
import { runSummary, toldOf, type RunShown } from './run-summary.ts';

const facts: readonly FactName[] = [
  ...(['status', 'ended', 'from', 'profile', 'profileFingerprint', 'profileVersion'] as const),
  ...([
    'profileSavedBy',
    'records',
    'migration',
    'definitionBy',
    'corrects',
    'readAs',
    'version',
    'fingerprint',
  ] as const),
];

/** All that is known about a run: its summary, how the file was read, each batch and the timeline. */
export function runDetails(shown: RunShown, paint: Paint): Lines {
  const { run } = shown;
  return [
    ...runSummary(shown, paint),
    '',
    ...linesOfBlocks(toldOf(shown).facts(facts)),
    ...(run.emails === undefined ? [] : ['', ...mailText(run.emails)]),
    ...(run.submissions.length === 0 ? [] : ['', `${callsText(run)}:`, ...submissionsText(run.submissions)]),
    ...(run.timeline === undefined ? [] : ['', `${says.timeline}:`, ...timelineText(run)]),
  ];
}

function mailText({ to = [], state, events = [] }: NonNullable<RunJson['emails']>): Lines {
  const troubles = troublesIn(events).map(({ at, kind, detail, addresses }) => [
    `  ${time(at)}`,
    detail === undefined ? kind : `${kind} (${printable(detail)})`,
    printable(addresses.join(', ')),
  ]);
  return [printable(says.mailTo(to, state)), ...inColumns(troubles)];
}

/** One line per submission: batch, phase, status, importId and attempts. */
export function submissionsText(submissions: readonly SubmissionJson[]): Lines {
  return inColumns(
    submissions.map(({ batch, phase, status, importId, attempts }) => [
      `  ${says.ofBatch(batch)}`,
      phase,
      status,
      importId ?? says.noImportId,
      says.attempts(attempts),
    ]),
  );
}

function timelineText({ timeline = [], timelineOmitted = 0 }: RunJson): Lines {
  const lines = inColumns(
    timeline.map(({ at, subject = '', type, data }) => {
      return [`  ${time(at)}`, subject, type, printable(eventWords(data).join(', '))];
    }),
  );
  return [...lines, ...(timelineOmitted === 0 ? [] : [`  ${says.olderEvents(timelineOmitted)}`])];
}
