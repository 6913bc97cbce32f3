import type { Edits, Rule, Shift } from '../../worker/messages.ts';

/** One thing that a person corrected, in the order in which it was done. */
export type Correction =
  | {
      readonly kind: 'cell';
      readonly row: number;
      readonly column: number;
      readonly from: string;
      readonly to: string;
    }
  | ({ readonly kind: 'shift'; readonly row: number } & Shift)
  | { readonly kind: 'group'; readonly rule: Rule };

/** What the reader makes of them. Of one cell the last text counts, and it moves along when a cell before it is put in or out. */
export function editsOf(corrections: readonly Correction[]): Edits {
  const shifts = new Map<number, Shift[]>();
  const cells = new Map<number, Map<number, string>>();
  const rules: Rule[] = [];
  for (const correction of corrections) {
    if (correction.kind === 'group') {
      rules.push(correction.rule);
      continue;
    }
    const { row, column } = correction;
    const texts = cells.get(row) ?? new Map<number, string>();
    if (correction.kind === 'cell') cells.set(row, texts.set(column, correction.to));
    else {
      shifts.set(row, [...(shifts.get(row) ?? []), { column, by: correction.by }]);
      if (texts.size > 0) cells.set(row, movedTexts(texts, correction));
    }
  }
  return { shifts, cells, rules };
}

function movedTexts(texts: ReadonlyMap<number, string>, { column, by }: Shift): Map<number, string> {
  const kept = [...texts].filter(([at]) => by === 1 || at !== column);
  return new Map(kept.map(([at, text]) => [at < column ? at : at + by, text]));
}

/**
 * Without one of them. What was corrected in a row after its cells were shifted is taken back with the shift, since it would
 * land in other columns.
 */
export function withoutCorrection(corrections: readonly Correction[], at: number): Correction[] {
  const gone = corrections[at];
  return corrections.filter((one, index) => {
    if (index === at) return false;
    const isOfRow = gone?.kind === 'shift' && one.kind !== 'group' && one.row === gone.row;
    return !(isOfRow && index > at);
  });
}

export function correctionText(correction: Correction, header: readonly string[]): string {
  const name = (column: number) => header[column] ?? `column ${column + 1}`;
  if (correction.kind === 'cell') {
    const { row, column, from, to } = correction;
    return `Row ${row}, ${name(column)}: “${from}” is now “${to}”`;
  }
  if (correction.kind === 'shift') {
    const { row, column, by } = correction;
    return by === 1
      ? `Row ${row}: a blank cell is put in at ${name(column)}`
      : `Row ${row}: the blank cell at ${name(column)} is taken out`;
  }
  const { rule } = correction;
  if (rule.kind === 'value') return `${name(rule.column)}: every “${rule.from}” is now “${rule.to}”`;
  const first = rule.order === 'dmy' ? 'day' : 'month';
  return `${name(rule.column)}: dates with the ${first} first are written with the year first`;
}
