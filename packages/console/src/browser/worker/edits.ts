import { yearFirstDate } from '@sluice/import-plan';
import type { Sheet, SheetRow } from '@sluice/sheets';
import type { Edits, Rule } from './messages.ts';

export const noEdits: Edits = { cells: new Map(), rules: [] };

export const hasEdits = ({ cells, rules }: Edits): boolean => cells.size > 0 || rules.length > 0;

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
export function editedRow(row: SheetRow, { cells: changes, rules }: Edits): SheetRow {
  const own = changes.get(row.number);
  if (own === undefined && rules.length === 0) return row;
  let cells: string[] | undefined;
  const change = (column: number, text: string | undefined) => {
    if (text === undefined || text === row.cells[column]) return;
    cells ??= [...row.cells];
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  for (const rule of rules) change(rule.column, ruled(rule, row.cells[rule.column] ?? ''));
  for (const [column, text] of own ?? []) change(column, text);
  return cells === undefined ? row : { number: row.number, cells };
}

function ruled(rule: Rule, cell: string): string | undefined {
  if (rule.kind === 'dates') return yearFirstDate(cell, rule.order);
  return cell === rule.from ? rule.to : undefined;
}
