import type { Edits, Rule } from '../worker/messages.ts';

/** One thing that a person corrected, in the order in which it was done. */
export type Correction =
  | {
      readonly kind: 'cell';
      readonly row: number;
      readonly column: number;
      readonly from: string;
      readonly to: string;
    }
  | { readonly kind: 'group'; readonly rule: Rule };

/** What the reader makes of them. Rules are applied before cells, and of one cell the last text counts. */
export function editsOf(corrections: readonly Correction[]): Edits {
  const cells = new Map<number, Map<number, string>>();
  const rules: Rule[] = [];
  for (const correction of corrections) {
    if (correction.kind === 'group') rules.push(correction.rule);
    else {
      const row = cells.get(correction.row) ?? new Map<number, string>();
      cells.set(correction.row, row.set(correction.column, correction.to));
    }
  }
  return { cells, rules };
}

export function correctionText(correction: Correction, header: readonly string[]): string {
  const name = (column: number) => header[column] ?? `column ${column + 1}`;
  if (correction.kind === 'cell') {
    const { row, column, from, to } = correction;
    return `Row ${row}, ${name(column)}: “${from}” is now “${to}”`;
  }
  const { rule } = correction;
  if (rule.kind === 'value') return `${name(rule.column)}: every “${rule.from}” is now “${rule.to}”`;
  const first = rule.order === 'dmy' ? 'day' : 'month';
  return `${name(rule.column)}: dates with the ${first} first are written with the year first`;
}
