import { inColumns, printable } from '../columns.ts';
import type { Paint } from '../paint.ts';
import { numberText, reasonsText, statusText, submissionsText } from '../run-text.ts';
import type { DropScene } from './drop-scene.ts';
import type { SentMail } from './mail-store.ts';

/** All that a drop brought back, for a person to read. */
export function sceneText(scene: DropScene, paint: Paint): string[] {
  return [
    ...outcomeText(scene, paint),
    ...resultText(scene, paint),
    ...mailText(scene.mail, paint),
    ...historyText(scene, paint),
  ];
}

function outcomeText({ run, reasons }: DropScene, paint: Paint): string[] {
  const { read, created, updated, unchanged, failed, notAttempted } = run.counts;
  const rows = inColumns(
    [
      ['  rows read', read],
      ['  created', created],
      ['  updated', updated],
      ['  unchanged', unchanged],
      ['  rejected', failed],
      ['  not attempted', notAttempted],
    ].map(([name, count]) => [String(name), numberText(Number(count)).padStart(9)]),
  );
  const why = typeof run.reason === 'string' ? [`  ${printable(run.reason)}`] : [];
  return [`Outcome: ${statusText(run.status, paint)}`, ...why, ...rows, ...reasonsText(reasons)];
}

function resultText({ resultFile, resultHead }: DropScene, paint: Paint): string[] {
  return [
    '',
    `Result sheet, saved as ${paint.bold(resultFile)}; it begins:`,
    ...resultHead.map((line) => `  ${printable(line)}`),
  ];
}

function mailText({ from, to, subject, text }: SentMail, paint: Paint): string[] {
  const head = inColumns([
    ['  From:', printable(from)],
    ['  To:', printable(to.join(', '))],
    ['  Subject:', paint.bold(printable(subject))],
  ]);
  return [
    '',
    'The e-mail that was sent:',
    ...head,
    '',
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${printable(line)}`.trimEnd()),
  ];
}

function historyText({ run }: DropScene, paint: Paint): string[] {
  return ['', `The import history, run ${paint.bold(run.runId)}:`, ...submissionsText(run.submissions)];
}
