import { foldName, inForm, reasonOf, shownName } from '@sluice/contract';
import type { Sheet, SheetRow } from '@sluice/sheets';
import { UnreadableCell } from '../expressions/unreadable-cell.ts';
import { checkNamedOnce } from '../columns/named-once.ts';
import { placesOf } from '../columns/computed-columns.ts';
import { createRowList, type RowList } from '../model/plan-notes.ts';
import { PlanError } from '../plan-error.ts';
import type { RowProblem } from '../model/plan-types.ts';
import type { FilterColumn } from '../profile/row-settings.ts';
import type { Settings } from '../profile/settings.ts';
import { isRagged } from '../model/ragged.ts';

/** Decides which rows are imported. */
export interface RowFilter {
  /** Else the columns by which it is left out, quoted, or a problem if the condition of the profile cannot be read in the row. */
  readonly keeps: (row: SheetRow) => true | string | RowProblem;
  /** The values of the profile that no row had, as what no row has: one with a typo would leave out rows without a word. */
  readonly unseen: () => string[];
}

interface Test {
  readonly index: number;
  /** As shown, in quotes. */
  readonly name: string;
  readonly stated: FilterColumn;
  /** The values as they are compared, and whether a row had them. */
  readonly seen: Map<string, boolean>;
}

/** Undefined if every row is imported. @throws PlanError if two columns have the name of one in the filter */
export function rowFilter(
  header: readonly string[],
  { filter, when }: Pick<Settings, 'filter' | 'when'>,
): RowFilter | undefined {
  if (filter.length === 0 && when === undefined) return undefined;
  const places = placesOf(header);
  checkNamedOnce(header, [...filter.map((stated) => stated.header), ...(when?.headers ?? [])]);
  const tests = filter.map((stated): Test => {
    const index = places.get(foldName(stated.header)) ?? -1;
    return {
      index,
      name: quoted([stated.header]),
      stated,
      seen: new Map(stated.values.map((value) => [compared(value), false])),
    };
  });
  const condition = quoted(when?.headers ?? []) || 'its condition';
  return {
    // Of a row with too few or too many cells nobody knows what belongs to which column: it fails instead.
    keeps: ({ number: row, cells }) => {
      if (isRagged(cells, header.length)) return true;
      const failed = tests.filter((test) => !passes(test, cells));
      if (failed[0] !== undefined) return failed[0].name;
      if (when === undefined) return true;
      try {
        return when.evaluate(cells, places) === true || condition;
      } catch (error) {
        const { why, value } = UnreadableCell.from(error);
        const name = when.headers.map(shownName).join(' + ');
        return { row, ...reasonOf('not_filtered', { why }), name, ...(value !== '' && { value }) };
      }
    },
    unseen: () => tests.flatMap(unseenValues),
  };
}

/** What the person sees: without the spaces around it, in any case and Unicode form. */
const compared = (value: string): string => inForm(value.trim(), 'NFKC').toLowerCase();

function passes({ index, stated, seen }: Test, cells: readonly string[]): boolean {
  const value = compared(cells[index] ?? '');
  const isListed = seen.has(value);
  if (isListed) seen.set(value, true);
  return isListed === (stated.keeps === 'these');
}

function unseenValues({ name, stated: { values }, seen }: Test): string[] {
  const unseen = values.filter((value) => value.trim() !== '' && seen.get(compared(value)) === false);
  if (unseen.length === 0) return [];
  return [`has ${unseen.map((value) => `"${value}"`).join(', ')} in ${name}`];
}

const quoted = (headers: readonly string[]): string =>
  headers.map((name) => `"${shownName(name)}"`).join(' and ');

/** Only the rows that are imported: the others decide nothing. */
export function keptRows(sheet: Sheet, filter: RowFilter | undefined): Sheet {
  if (filter === undefined) return sheet;
  const { keeps } = filter;
  async function* rows() {
    for await (const chunk of sheet.rows) yield chunk.filter((row) => keeps(row) === true);
  }
  return { ...sheet, rows: rows() };
}

/** Counts the rows that are left out, in constant memory, and names the first of them for each column. */
export function watchFiltered(filter: RowFilter | undefined) {
  const lists = new Map<string, RowList>();

  function add(row: number, by: string): void {
    const list = lists.get(by) ?? createRowList();
    lists.set(by, list);
    list.add(row);
  }

  function notes(): string[] {
    const which = [...lists].map(
      ([by, rows]) => `Filtered out by ${by}, as the profile says: ${rows.text()}.`,
    );
    const unseen = filter?.unseen() ?? [];
    return [...which, ...unseen.map((text) => `No row ${text}, by which the profile filters the rows.`)];
  }

  function everyRow(rows: number): PlanError {
    const unseen = filter?.unseen().map((text) => ` No row ${text}.`) ?? [];
    return new PlanError(reasonOf('every_row_filtered', { rows, unseen: unseen.join('') }));
  }
  return { add, notes, everyRow };
}
