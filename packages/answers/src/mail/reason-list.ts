import { line, list, type Block } from './letter.ts';
import type { RowsOfReason } from './run-facts.ts';
import { counted, rowNumbers } from '@sluice/contract/words';

const reasonsShown = 10;

/** Why rows were refused: rows often share a mistake that is corrected once. */
export function reasonList(title: string, reasons: readonly RowsOfReason[], inAll: number): Block[] {
  const shown = reasons.slice(0, reasonsShown);
  const others = inAll - shown.reduce((sum, { rows }) => sum + rows, 0);
  const rest = others > 0 ? [`${counted(others, 'more row')} with other errors: see the result sheet`] : [];
  return list(title, [...shown.map(reasonLine), ...rest]);
}

/** `Rows 2, 3 and 4: Email is blank.` */
export function reasonLine({ reason, rows, firstRows }: RowsOfReason): string {
  const which = rowNumbers(firstRows, rows);
  return line(`${which.charAt(0).toUpperCase()}${which.slice(1)}: ${reason}`);
}
