import type { DropScene } from './drop-scene.ts';
import type { Stage } from './stage.ts';

type Print = Pick<Stage, 'bold' | 'columns' | 'printable'>;

/** All results of a drop, as text. */
export function sceneText(scene: DropScene, print: Print): string[] {
  const { run, submissions } = scene.report;
  return [
    ...scene.report.summary,
    '',
    `Result sheet, saved as ${print.bold(scene.resultFile)}; it begins:`,
    ...scene.resultHead.map((line) => `  ${print.printable(line)}`),
    '',
    'The e-mail that was sent:',
    ...mailText(scene, print),
    '',
    `The import history, run ${print.bold(run.runId)}:`,
    ...submissions,
  ];
}

function mailText({ mail }: DropScene, { bold, columns, printable }: Print): string[] {
  const head = columns([
    ['  From:', printable(mail.from)],
    ['  To:', printable(mail.to.join(', '))],
    ['  Subject:', bold(printable(mail.subject))],
  ]);
  const lines = mail.text.trimEnd().split('\n');
  return [...head, '', ...lines.map((line) => `  ${printable(line)}`.trimEnd())];
}

export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}
