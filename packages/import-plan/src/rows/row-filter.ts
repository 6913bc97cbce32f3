import { foldName, shownName } from '@sluice/contract';
import type { SheetRow } from '@sluice/sheets';
import { checkNamedOnce } from '../columns/named-once.ts';
import { placesOf } from '../columns/computed-columns.ts';
import type { RowProblem } from '../plan/plan-types.ts';
import type { FilterColumn } from '../profile/row-settings.ts';
import type { Settings } from '../profile/settings.ts';
import { isRagged } from './ragged.ts';

/** Decides which rows are imported. */
export interface RowFilter {
  /** A problem if the condition of the profile cannot be read in the row. */
  readonly keeps: (row: SheetRow) => boolean | RowProblem;
  /** The values of the profile that no row had: one with a typo would leave out rows without a word. */
  readonly notes: () => string[];
}

interface Test {
  readonly index: number;
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
  const names = header.map(foldName);
  const places = placesOf(header);
  checkNamedOnce(header, [...filter.map((stated) => stated.header), ...(when?.headers ?? [])]);
  const tests = filter.map((stated): Test => {
    const index = names.indexOf(foldName(stated.header));
    return { index, stated, seen: new Map(stated.values.map((value) => [compared(value), false])) };
  });
  return {
    // Of a row with too few or too many cells nobody knows what belongs to which column: it fails instead.
    keeps: ({ number: row, cells }) => {
      if (isRagged(cells, header.length)) return true;
      if (!tests.every((test) => passes(test, cells))) return false;
      if (when === undefined) return true;
      try {
        return when.evaluate(cells, places) === true;
      } catch (error) {
        const expected = `${error instanceof Error ? error.message : 'another value'}, for the filter of rows`;
        return { row, column: when.headers.map(shownName).join(' + '), expected };
      }
    },
    notes: () => tests.flatMap(unseenNotes),
  };
}

/** What the person sees: without the spaces around it, in any case and Unicode form. */
const compared = (value: string): string => value.trim().normalize('NFKC').toLowerCase();

function passes({ index, stated, seen }: Test, cells: readonly string[]): boolean {
  const value = compared(cells[index] ?? '');
  const isListed = seen.has(value);
  if (isListed) seen.set(value, true);
  return isListed === (stated.keeps === 'these');
}

function unseenNotes({ stated: { header, values }, seen }: Test): string[] {
  const unseen = values.filter((value) => value.trim() !== '' && seen.get(compared(value)) === false);
  if (unseen.length === 0) return [];
  const named = unseen.map((value) => `"${value}"`).join(', ');
  return [`No row has ${named} in "${shownName(header)}", by which the profile filters the rows.`];
}
