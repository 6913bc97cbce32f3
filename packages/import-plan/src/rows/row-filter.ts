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
  readonly tests: readonly Test[];
}

interface Test {
  readonly index: number;
  /** Of the header. */
  readonly width: number;
  /** As shown, in quotes. */
  readonly name: string;
  readonly stated: FilterColumn;
  /** The values as they are compared. */
  readonly values: ReadonlySet<string>;
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
      width: header.length,
      name: quoted([stated.header]),
      stated,
      values: new Set(stated.values.map(compared)),
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
    tests,
  };
}

/** What the person sees: without the spaces around it, in any case and Unicode form. */
const compared = (value: string): string => inForm(value.trim(), 'NFKC').toLowerCase();

const valueIn = ({ index }: Test, cells: readonly string[]): string => compared(cells[index] ?? '');

function passes(test: Test, cells: readonly string[]): boolean {
  const { values, stated } = test;
  return values.has(valueIn(test, cells)) === (stated.keeps === 'these');
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
  /** The values of the profile that no row had: one with a typo would leave out rows without a word. */
  const unseen = (filter?.tests ?? []).map((test) => ({ test, values: new Set(test.values) }));
  for (const { values } of unseen) values.delete('');

  function see(row: SheetRow): void {
    for (const { test, values } of unseen)
      if (values.size > 0 && !isRagged(row.cells, test.width)) values.delete(valueIn(test, row.cells));
  }

  function add(row: number, by: string): void {
    const list = lists.get(by) ?? createRowList();
    lists.set(by, list);
    list.add(row);
  }

  /** As what no row has. */
  const unseenValues = (): string[] =>
    unseen.flatMap(({ test: { name, stated }, values }) => {
      const named = stated.values.filter((value) => values.has(compared(value)));
      return named.length === 0 ? [] : [`has ${named.map((value) => `"${value}"`).join(', ')} in ${name}`];
    });

  function notes(): string[] {
    const which = [...lists].map(
      ([by, rows]) => `Filtered out by ${by}, as the profile says: ${rows.text()}.`,
    );
    return [
      ...which,
      ...unseenValues().map((text) => `No row ${text}, by which the profile filters the rows.`),
    ];
  }

  function everyRow(rows: number): PlanError {
    const none = unseenValues().map((text) => ` No row ${text}.`);
    return new PlanError(reasonOf('every_row_filtered', { rows, unseen: none.join('') }));
  }
  return { see, add, notes, everyRow };
}
