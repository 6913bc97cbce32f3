import { unguarded } from '@sluice/sheets';
import type { PlanHead } from '../files/plan-head.ts';
import { commandLine } from '../io/shell.ts';
import { inColumns, printable } from './columns.ts';

const widest = 40;

/** What approval would do to the first records, with old and new values. */
export function planHeadText(runId: string, head: PlanHead | undefined): string[] {
  if (head === undefined) return [];
  let last = '';
  const lines = head.lines.map(([row = '', plan = '', record = '', , field = '', old = '', next = '']) => {
    const first = [row === '' ? '' : `row ${row}`, cut(plan), cut(record)];
    const isSame = first.join('\n') === last;
    last = first.join('\n');
    const values = field === '' ? [] : [cut(field), cut(old) || '(blank)', '→', cut(next) || '(blank)'];
    return [...(isSame ? ['', '', ''] : first).map((cell, at) => (at === 0 ? `  ${cell}` : cell)), ...values];
  });
  const more = head.more ? [`  and more: ${commandLine('run', runId, '--plan', 'plan.csv')}`] : [];
  return ['', 'What approval would do:', ...inColumns(lines), ...more];
}

function cut(cell: string): string {
  const text = printable(unguarded(cell));
  return text.length > widest ? `${text.slice(0, widest - 1).toWellFormed()}…` : text;
}
