import type { SheetError } from '../model/sheet-error.ts';
import type { SheetRow } from '../model/sheet.ts';
import { filledPlaces } from './cell-kind.ts';
import { groupRow, tableBeside } from './refusals.ts';

/** What the first rows below a header may be besides data: names of groups between them, or another table beside them. */
export function bodyDoubt(names: readonly string[], rows: readonly SheetRow[]): SheetError | undefined {
  const filled = rows.map(({ cells }) => filledPlaces(cells));
  const group = secondGroup(filled);
  if (group !== undefined) return groupRow(rows[group]?.number ?? 0);
  const column = columnBeside(
    names,
    filled.filter(({ length }) => length > 1),
  );
  return column === undefined ? undefined : tableBeside(column + 1);
}

type Places = readonly number[];

/** The second of the rows with one cell in the first column and a full row below, if one is right below the header. */
function secondGroup(rows: readonly Places[]): number | undefined {
  const [left] = rows[0] ?? [];
  const isHead = (row: Places, at: number) =>
    row.length === 1 && row[0] === left && (rows[at + 1]?.length ?? 0) > 1;
  const heads = rows.flatMap((row, at) => (isHead(row, at) ? [at] : []));
  return heads[0] === 0 ? heads[1] : undefined;
}

/** The first column behind a blank one, if its table ends higher up, or has a name of the table on the left again. */
function columnBeside(names: readonly string[], rows: readonly Places[]): number | undefined {
  const texts = names.map((name) => name.trim().toLowerCase());
  const isBlank = (column: number) => texts[column] === '' && !rows.some((row) => row.includes(column));
  for (let gap = 1; gap < names.length - 2; gap += 1) {
    if (!isBlank(gap)) continue;
    const [left, right] = [texts.slice(0, gap), texts.slice(gap + 1)].map((side) =>
      side.filter((text) => text !== ''),
    );
    if (left === undefined || right === undefined || left.length < 2 || right.length < 2) continue;
    const ends = rows.findLastIndex((row) => (row.at(-1) ?? 0) > gap) + 1;
    if (right.some((name) => left.includes(name)) || (ends > 0 && ends + 1 < rows.length)) return gap + 1;
  }
  return undefined;
}
