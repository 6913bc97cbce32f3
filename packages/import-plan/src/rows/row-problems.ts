import {
  fieldTitle,
  reasonOf,
  shownValue,
  type FieldProblem,
  type Reason,
  type ReasonCode,
} from '@sluice/contract';
import { isErrorCell, type SheetRow } from '@sluice/sheets';
import { reasonInCell } from './cells.ts';
import { isEmptyWord, isTooNarrow } from '../cells/no-value.ts';
import { cellAt, cellOf, partsOf, placesOf, textOf } from '../columns/cell-of.ts';
import type { Column, Target } from '../columns/column.ts';
import { needsColumn } from '../columns/column-format.ts';
import { isShortened } from '../columns/lost-digits.ts';
import type { RowProblem } from '../model/plan-types.ts';

/** The columns whose cells are checked before the record, in these ways. */
interface CheckedColumns {
  readonly transformed: readonly Column[];
  readonly filled: readonly Column[];
  /** Those that may not have a word for no value. */
  readonly words: readonly Column[];
}

/** Cells without a value of their own, of which the record has nothing to say. */
export function brokenCells(row: SheetRow, { transformed, filled, words }: CheckedColumns): RowProblem[] {
  return [
    ...unfitProblems(row, transformed),
    ...cellProblems(row, { columns: filled, isWrong: isFailed, code: 'failed_formula' }),
    ...cellProblems(row, { columns: filled, isWrong: isTooNarrow, code: 'lost_digits' }),
    ...emptyWordProblems(row, words),
  ];
}

/** Of the columns whose digits matter. */
export function digitProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return [
    ...cellProblems(row, { columns, isWrong: isShortened, code: 'lost_digits' }),
    ...cutProblems(row, columns),
  ];
}

export function isRefused({ format }: Target, cell: string): boolean {
  return format?.refused !== undefined && needsColumn(format, cell);
}

export function recordProblem(
  sheetRow: SheetRow,
  column: Column | undefined,
  { field, ...reason }: FieldProblem,
): RowProblem {
  if (column?.target === undefined) return { row: sheetRow.number, ...reason, name: fieldTitle(field) };
  const cell = cellOf(column, sheetRow);
  return problemIn(sheetRow.number, column, {
    ...reasonInCell(column.target.spec, reason, cell),
    value: cell,
  });
}

function problemIn(row: number, { header }: Column, { value = '', ...reason }: Reason): RowProblem {
  const isBlank = value.trim() === '';
  return { row, ...reason, name: header, ...(!isBlank && { value: shownValue(value) }) };
}

/** What the transforms could not read. */
function unfitProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const text = textOf(column, row);
    return typeof text === 'string' ? [] : [problemIn(row.number, column, text.reason)];
  });
}

export function refusedProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const { target } = column;
    const value = cellOf(column, row);
    const reason = target && isRefused(target, value) ? target.format?.refused : undefined;
    return reason === undefined ? [] : [problemIn(row.number, column, { ...reason, value })];
  });
}

export function strayProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const value = cellAt(row, column.index);
    const isStray = column.mustBeBlank && value.trim() !== '';
    const named = { ...column, header: capitalized(column.header) };
    return isStray ? [problemIn(row.number, named, { ...reasonOf('no_header'), value })] : [];
  });
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface CellCheck {
  readonly columns: readonly Column[];
  readonly isWrong: (cell: string) => boolean;
  readonly code: Extract<ReasonCode, 'failed_formula' | 'lost_digits'>;
}

function cellProblems(row: SheetRow, { columns, isWrong, code }: CellCheck): RowProblem[] {
  return columns.flatMap((column) => {
    const value = partsOf(column, row).find(isWrong);
    return value === undefined ? [] : [problemIn(row.number, column, { ...reasonOf(code), value })];
  });
}

const isFailed = (cell: string): boolean => isErrorCell(cell.trim());

/** A workbook keeps 15 digits of a number, so a longer one in a field of digits has lost its last ones. */
function cutProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  const { lostDigits = [] } = row;
  return columns.flatMap((column) => {
    const at = placesOf(column).find((place) => lostDigits.includes(place));
    return at === undefined
      ? []
      : [problemIn(row.number, column, { ...reasonOf('lost_digits'), value: cellAt(row, at) })];
  });
}

/** Programs write words such as `NULL` where there is no value. */
function emptyWordProblems(row: SheetRow, columns: readonly Column[]): RowProblem[] {
  return columns.flatMap((column) => {
    const value = partsOf(column, row)
      .find((part) => isEmptyWord(part.trim()))
      ?.trim();
    const isStored = column.transformed === undefined || isEmptyWord(cellOf(column, row).trim());
    if (value === undefined || !isStored) return [];
    return [problemIn(row.number, column, { ...reasonOf('empty_word'), value })];
  });
}

export function sizeProblems(row: number, bytes: number, most: number): RowProblem[] {
  return bytes <= most ? [] : [{ row, ...reasonOf('row_too_large', { bytes, most }) }];
}
