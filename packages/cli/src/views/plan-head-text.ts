import { planWords } from '@sluice/answers/plan';
import { runWords } from '@sluice/answers/run';
import { unguarded } from '@sluice/sheets';
import type { PlanHead } from '../files/plan-head.ts';
import { commandLine } from '../io/shell.ts';
import { cut, inColumns, type Lines } from '../io/columns.ts';

const widest = 40;
const { blank } = planWords;

/** What approval would do to the first records, with old and new values. */
export function planHeadText(runId: string, head: PlanHead | undefined): Lines {
  if (head === undefined) return [];
  let last = '';
  const lines = head.lines.map(([row = '', plan = '', record = '', , field = '', old = '', next = '']) => {
    const first = [row === '' ? '' : planWords.row(row), cellText(plan), cellText(record)];
    const isSame = first.join('\n') === last;
    last = first.join('\n');
    const values =
      field === '' ? [] : [cellText(field), cellText(old) || blank, '→', cellText(next) || blank];
    return [...(isSame ? ['', '', ''] : first).map((cell, at) => (at === 0 ? `  ${cell}` : cell)), ...values];
  });
  const more = head.more ? [`  and more: ${commandLine('run', runId, '--plan', 'plan.csv')}`] : [];
  return ['', `${runWords.planHead}:`, ...inColumns(lines), ...more];
}

const cellText = (cell: string): string => cut(unguarded(cell), widest);
