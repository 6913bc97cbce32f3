import { yearFirstDate } from '@sluice/import-plan';
import type { Sheet, SheetRow } from '@sluice/sheets';
import type { Edits, Rule, Shift } from './messages.ts';

export const noEdits: Edits = { shifts: new Map(), cells: new Map(), rules: [] };

export const hasEdits = ({ shifts, cells, rules }: Edits): boolean =>
  shifts.size > 0 || cells.size > 0 || rules.length > 0;

/** The sheet as if it had been corrected. */
export function edited(sheet: Sheet, edits: Edits): Sheet {
  if (!hasEdits(edits)) return sheet;
  const { facts, above, mayBeDamaged } = sheet;
  async function* rows() {
    for await (const chunk of sheet.rows) yield chunk.map((row) => editedRow(row, edits));
  }
  return { facts, above, ...(mayBeDamaged && { mayBeDamaged }), rows: rows() };
}

/** The same row where nothing in it changes. */
export function editedRow(row: SheetRow, { shifts, cells: changes, rules }: Edits): SheetRow {
  const own = changes.get(row.number);
  const moves = shifts.get(row.number);
  if (own === undefined && moves === undefined && rules.length === 0) return row;
  const before = shifted(row.cells, moves);
  let cells = moves && [...before];
  const change = (column: number, text: string | undefined) => {
    if (text === undefined || text === (cells ?? before)[column]) return;
    cells ??= [...before];
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  for (const rule of rules) change(rule.column, ruled(rule, before[rule.column] ?? ''));
  for (const [column, text] of own ?? []) change(column, text);
  return cells === undefined ? row : { number: row.number, cells, reference: row.reference };
}

/** The cells where a person has put them. */
export function shifted(cells: readonly string[], shifts: readonly Shift[] = []): readonly string[] {
  return shifts.reduce(
    (row, { column, by }) => (by === 1 ? row.toSpliced(column, 0, '') : row.toSpliced(column, 1)),
    cells,
  );
}

function ruled(rule: Rule, cell: string): string | undefined {
  if (rule.kind === 'dates') return yearFirstDate(cell, rule.order);
  return cell === rule.from ? rule.to : undefined;
}
