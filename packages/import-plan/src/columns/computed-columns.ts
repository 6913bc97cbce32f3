import { foldName, reasonOf, shownName } from '@sluice/contract';
import type { ComputedField } from '../profile/computed.ts';
import type { Expression } from '../expressions/expression.ts';
import { UnreadableCell } from '../expressions/unreadable-cell.ts';
import { bounded, Unfit } from '../transforms/unfit.ts';
import { forLastRow, rawCellOf, type Place, type RowCells } from './cell-of.ts';

/** The place of each column by its folded name; of twins, the first. */
export function placesOf(header: readonly string[]): Map<string, number> {
  return new Map(header.map((name, at): [string, number] => [foldName(name), at]).toReversed());
}

interface ComputedColumn extends Place {
  readonly field: string;
  readonly header: string;
}

/** A column after those of the sheet for each computed field. Those that lack a column are left out: the sheet is refused. */
export function computedColumns(
  header: readonly string[],
  computed: readonly ComputedField[],
  first: number,
): ComputedColumn[] {
  const places = placesOf(header);
  const found = computed.flatMap(({ field, expression }) => {
    const parts = expression.headers.flatMap((name) => places.get(foldName(name)) ?? []);
    return parts.length < expression.headers.length ? [] : [{ field, expression, parts }];
  });
  return found.map(({ field, expression, parts }, at) => {
    const place = { index: first + at, of: parts[0] ?? 0, join: { parts, with: ' ' } };
    const names = parts.map((part) => shownName(header[part] ?? '')).join(' + ');
    return { ...place, field, header: names, transformed: forLastRow(madeBy(expression, place, places)) };
  });
}

/** Blank if all cells that it reads are. */
function madeBy(expression: Expression, place: Place, places: ReadonlyMap<string, number>) {
  return (row: RowCells): string | Unfit => {
    const text = rawCellOf(place, row);
    if (text === '') return '';
    try {
      return bounded(String(expression.evaluate(row.cells, places)), text);
    } catch (error) {
      const { why, value } = UnreadableCell.from(error);
      return new Unfit(reasonOf('not_computed', { why }), value);
    }
  };
}
