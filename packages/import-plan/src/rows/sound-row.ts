import { bytesTaken, checkRecord, longestUsualText, refusalOf } from '@sluice/contract';
import type { RawRow } from '@sluice/sheets';
import { cellAt, partsOf, textOf, writtenAt, type RowCells } from '../columns/cell-of.ts';
import type { Column, Target } from '../columns/column.ts';
import type { Settings } from '../profile/settings.ts';
import { formattedValue, needsColumn } from '../columns/column-format.ts';
import { holdsDigits, isShortened } from '../columns/lost-digits.ts';
import type { CellCut } from '../transforms/cut-steps.ts';
import { CellMemo } from '../cells/cell-memo.ts';
import { mayBeNoValue } from '../cells/no-value.ts';
import { findPlain, findTight, mayBeMistaken, noPart, type FoundPart } from '../cells/plain-cell.ts';
import { jsonKey, type JsonKey, type JsonPiece, type RecordJson } from './record-json.ts';

export interface RowPlace {
  readonly columns: readonly Column[];
  /** The most bytes that the JSON of a record may have. */
  readonly recordBytes: number;
  /** The sum of the widths, for text of fixed widths. */
  readonly fixedWidth?: number | undefined;
}

/** Whether the row is certainly correct; its JSON is written as far as it is. */
export type SoundReader = (row: RowCells, json: RecordJson) => boolean;

/**
 * Reads rows that are certainly correct, as nearly all are, in a fraction of the time that the diagnosis of a wrong row takes. Any
 * other row must be checked cell by cell.
 */
export function soundRowReader(settings: Settings, { columns, recordBytes }: RowPlace): SoundReader {
  const { schema, lookup, constants } = settings;
  const readers = columns.map((column) => cellReader(column, lookup));
  const width = columns.filter(({ of }) => of === undefined).length;
  const fixed = Object.entries(constants).map(([field, value]) => ({ key: jsonKey(field), value }));
  const areSound = checkRecord(schema, constants).length === 0 && !Object.hasOwn(constants, 'id');

  return (row, json) => {
    const { raw } = row;
    if (!areSound || (raw?.width ?? row.cells.length) !== width) return false;
    json.begin();
    for (const { plain, read } of readers)
      if (!(raw !== undefined && plain !== undefined && copyPlain(plain, raw, json)) && !read(row, json))
        return false;
    for (const { key, value } of fixed) json.value(key, value);
    json.end();
    return json.length <= recordBytes;
  };
}

interface CellReader {
  /** For a field that keeps the cell, or a part of it, as it is. */
  readonly plain: PlainField | undefined;
  /** Whether the cell is certainly correct; it is written as far as it is. */
  readonly read: (row: RowCells, json: RecordJson) => boolean;
}

interface PlainField {
  /** The number of its cell. */
  readonly at: number;
  readonly cut: CellCut | undefined;
  readonly key: JsonKey;
  readonly digits: boolean;
  /** Up to this length, the field takes any usual text; beyond it, what it takes by its bytes. */
  readonly longest: number;
  readonly takes: ReturnType<typeof bytesTaken>;
  /** The last one that was looked at. */
  readonly whole: FoundPart;
}

/** False, and nothing written, for a cell that needs a closer look. */
function copyPlain(field: PlainField, raw: RawRow, json: RecordJson): boolean {
  const { at, cut, key, digits, longest, takes, whole } = field;
  if (!findPlain(raw, at, whole)) return cut === undefined && copyEscaped(field, raw, json);
  const { chunk } = raw;
  if (mayBeMistaken(chunk, whole, digits)) return false;
  const part = cut === undefined ? whole : cut(raw);
  if (part === undefined || (part !== whole && mayBeMistaken(chunk, part, digits))) return false;
  const { from, to } = part;
  // A text has no more characters than bytes.
  if (to - from > longest && takes?.(chunk.bytes, from, to) !== true) return false;
  json.copy(key, chunk, part);
  return true;
}

function copyEscaped(field: PlainField, raw: RawRow, json: RecordJson): boolean {
  const { at, key, digits, longest, whole } = field;
  if (!findTight(raw, at, whole) || whole.to - whole.from > longest) return false;
  return !mayBeMistaken(raw.chunk, whole, digits) && json.escape(key, raw.chunk, whole);
}

function cellReader(column: Column, lookup: string): CellReader {
  const { target, mustBeBlank, index, of = index, join, transformed, cut } = column;
  if (target === undefined)
    return { plain: undefined, read: (row) => !mustBeBlank || isBlank(cellAt(row, index)) };
  const read = fieldReader(column, target, lookup);
  if (join !== undefined) return { plain: undefined, read };
  const plain = plainField(of, target, cut);
  const isPlain = plain !== undefined && (transformed === undefined || cut !== undefined);
  return {
    plain: isPlain ? plain : undefined,
    read: isPlain && cut === undefined ? read : remembering(of, read),
  };
}

function plainField(at: number, { field, spec, format }: Target, cut?: CellCut): PlainField | undefined {
  const [longest, takes] = [longestUsualText(spec), bytesTaken(spec)];
  if (format !== undefined || (longest === 0 && takes === undefined)) return undefined;
  const digits = holdsDigits(spec.type);
  return { at, cut, key: jsonKey(field), digits, longest, takes, whole: noPart() };
}

function fieldReader(column: Column, target: Target, lookup: string): CellReader['read'] {
  const digits = holdsDigits(target.spec.type);
  const readText = textCellReader(target, lookup);
  const at = writtenAt(column);
  if (at !== undefined) return (row, json) => readText(cellAt(row, at), json);
  const { index, of = index, join } = column;
  const part = noPart();
  const isSure = ({ raw }: RowCells): boolean =>
    raw !== undefined &&
    join === undefined &&
    findPlain(raw, of, part) &&
    !mayBeMistaken(raw.chunk, part, digits);
  return (row, json) => {
    if (!isSure(row) && partsOf(column, row).some((part) => mayBeMistake(part, digits))) return false;
    const text = textOf(column, row);
    return typeof text === 'string' && readText(text, json);
  };
}

/** Writes a cell again as such a cell was written before. */
function remembering(at: number, read: CellReader['read']): CellReader['read'] {
  const memo = new CellMemo<JsonPiece>(at);
  return (row, json) => {
    const { raw } = row;
    const met = raw && memo.find(raw);
    if (met !== undefined) {
      json.append(met);
      return true;
    }
    const { length } = json;
    if (!read(row, json)) return false;
    if (raw !== undefined) memo.keep(raw, () => json.pieceFrom(length));
    return true;
  };
}

function textCellReader(target: Target, lookup: string) {
  const { field, spec, format } = target;
  const key = jsonKey(field);
  const digits = holdsDigits(spec.type);
  const longest = longestUsualText(spec);
  return (cell: string, json: RecordJson): boolean => {
    if (isBlank(cell)) return field !== lookup && leaveBlank(target, key, json);
    if (mayBeMistake(cell, digits)) return false;
    if (format?.refused !== undefined && needsColumn(format, cell)) return false;
    const value = formattedValue(spec, format, cell);
    if (typeof value !== 'string') json.value(key, value);
    // Most texts need no other look.
    else if (json.text(key, value) && value.length <= longest) return true;
    return refusalOf(spec, value) === undefined;
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

/** Whether the cell may be no value or a shortened number. */
function mayBeMistake(cell: string, digits: boolean): boolean {
  const { length } = cell;
  const first = cell.charCodeAt(0);
  // Most cells have no white space around them.
  const text = first > 0x20 && first < 0x80 && cell.charCodeAt(length - 1) > 0x20 ? cell : cell.trim();
  if (mayBeNoValue(text.length, text.charCodeAt(0), text.charCodeAt(text.length - 4))) return true;
  return digits && isShortened(cell);
}
