import { checkRecord, longestPlainText, refusalOf, textReader } from '@sluice/contract';
import { partsOf, textOf } from '../columns/cell-of.ts';
import type { Column, Target } from '../columns/column.ts';
import type { Settings } from '../profile/settings.ts';
import { needsColumn, plainText } from '../formats/column-format.ts';
import { holdsDigits, isShortened } from '../formats/lost-digits.ts';
import { jsonKey, type JsonKey, type RecordJson } from './record-json.ts';

export interface RowPlace {
  readonly columns: readonly Column[];
  /** The most bytes that the JSON of a record may have. */
  readonly recordBytes: number;
  /** The sum of the widths, for text of fixed widths. */
  readonly fixedWidth?: number | undefined;
}

/** Whether the row is certainly correct; its JSON is written as far as it is. */
export type SoundReader = (row: readonly string[], json: RecordJson) => boolean;

/**
 * Reads rows that are certainly correct, as nearly all are, in a fraction of the time that the diagnosis of a wrong row takes. Any
 * other row must be checked cell by cell.
 */
export function soundRowReader(settings: Settings, { columns, recordBytes }: RowPlace): SoundReader {
  const { schema, lookup, constants } = settings;
  const cells = columns.map((column) => cellReader(column, lookup));
  const width = columns.filter(({ of }) => of === undefined).length;
  const fixed = Object.entries(constants).map(([field, value]) => ({ key: jsonKey(field), value }));
  const areSound = checkRecord(schema, constants).length === 0 && !Object.hasOwn(constants, 'id');

  return (row, json) => {
    if (!areSound || row.length !== width) return false;
    json.begin();
    for (let at = 0; at < cells.length; at += 1)
      if (cells[at]?.(row[at] ?? '', json, row) !== true) return false;
    for (const { key, value } of fixed) json.value(key, value);
    json.end();
    return json.length <= recordBytes;
  };
}

type CellReader = (cell: string, json: RecordJson, row: readonly string[]) => boolean;

function cellReader(column: Column, lookup: string): CellReader {
  const { target, mustBeBlank, index, of = index, join, transformed } = column;
  if (target === undefined) return (cell) => !mustBeBlank || isBlank(cell);
  const { field, spec, format } = target;
  const key = jsonKey(field);
  const read = textReader(spec);
  const digits = holdsDigits(spec.type);
  const longestPlain = longestPlainText(spec);
  const readCell: CellReader = (cell, json) => {
    if (isBlank(cell)) return field !== lookup && leaveBlank(target, key, json);
    if (mayBeMistake(cell, digits)) return false;
    if (format?.refused !== undefined && needsColumn(format, cell)) return false;
    const value = read(format === undefined ? cell : plainText(format, cell));
    if (typeof value !== 'string') json.value(key, value);
    // Most texts need no other look.
    else if (json.text(key, value) && value.length <= longestPlain) return true;
    return refusalOf(spec, value) === undefined;
  };
  if (of === index && join === undefined && transformed === undefined) return readCell;
  return (_cell, json, row) => {
    if (join === undefined) {
      if (mayBeMistake(row[of] ?? '', digits)) return false;
    } else if (partsOf(column, row).some((part) => mayBeMistake(part, digits))) return false;
    const text = textOf(column, row);
    return typeof text === 'string' && readCell(text, json, row);
  };
}

function leaveBlank({ spec, blank }: Target, key: JsonKey, json: RecordJson): boolean {
  if (blank === 'keep') return true;
  json.value(key, null);
  return !spec.required;
}

function isBlank(cell: string): boolean {
  const first = cell.charCodeAt(0);
  // For most cells the first character is enough.
  return first > 0x20 && first < 0x80 ? false : cell.trim() === '';
}

/** Whether the cell may be a formula error or a shortened number. */
function mayBeMistake(cell: string, digits: boolean): boolean {
  const first = cell.charCodeAt(0);
  const isPlain = first > 0x23 && first < 0x80;
  return (!isPlain && cell.trim().startsWith('#')) || (digits && isShortened(cell));
}
