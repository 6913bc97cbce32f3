import { foldName, shownName } from '@sluice/contract';
import type { SheetRow } from '@sluice/sheets';
import { PlanError } from '../plan-error.ts';
import type { FilterColumn } from '../profile/row-settings.ts';
import { isRagged } from './ragged.ts';

/** Decides which rows are imported. */
export interface RowFilter {
  readonly keeps: (row: SheetRow) => boolean;
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
export function rowFilter(header: readonly string[], filter: readonly FilterColumn[]): RowFilter | undefined {
  if (filter.length === 0) return undefined;
  const names = header.map(foldName);
  const tests = filter.map((stated): Test => {
    const index = names.indexOf(foldName(stated.header));
    if (names.lastIndexOf(foldName(stated.header)) !== index) throw twinColumns(stated.header);
    return { index, stated, seen: new Map(stated.values.map((value) => [compared(value), false])) };
  });
  return {
    // Of a row with too few or too many cells nobody knows what belongs to which column: it fails instead.
    keeps: ({ cells }) => isRagged(cells, header.length) || tests.every((test) => passes(test, cells)),
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

function twinColumns(header: string): PlanError {
  const name = shownName(header);
  return new PlanError({
    code: 'twin_columns',
    what: `several columns are named "${name}", by which the profile filters the rows`,
    expected: 'one column of this name',
    columns: [name],
  });
}
