import { checkRecord, refusalOf, textReader } from '@sluice/contract';
import type { Column, Target } from '../columns/match-columns.ts';
import type { Settings } from '../profile/settings.ts';
import { needsColumn, plainText } from '../formats/column-format.ts';
import { holdsDigits } from '../formats/lost-digits.ts';

export type SheetRecord = Record<string, unknown>;

/** A record in which nothing is wrong. */
export interface SoundRow {
  readonly record: SheetRecord;
  /** What its JSON has at most. */
  readonly atMost: number;
}

export interface RowPlace {
  readonly columns: readonly Column[];
  /** What the JSON of a record may have at most. */
  readonly recordBytes: number;
}

/**
 * Reads rows in which nothing can be wrong, which nearly all are, in a third of the time that it takes to say what is wrong.
 * Undefined says nothing: such a row is to be checked cell by cell.
 */
export function soundRowReader(settings: Settings, { columns, recordBytes }: RowPlace) {
  const { schema, lookup, constants } = settings;
  const cells = columns.map((column) => cellReader(column, lookup));
  const fixed = Object.entries(constants);
  const areSound = checkRecord(schema, constants).length === 0 && !Object.hasOwn(constants, 'id');
  const frame = cells.reduce((sum, { keyBytes }) => sum + keyBytes, 2 + 3 * JSON.stringify(constants).length);

  return (row: readonly string[]): SoundRow | undefined => {
    if (!areSound || row.length !== cells.length) return undefined;
    const record: SheetRecord = {};
    let atMost = frame;
    for (let at = 0; at < row.length; at += 1) {
      const cell = row[at] ?? '';
      if (cells[at]?.read(cell, record) !== true) return undefined;
      atMost += cell.length * bytesOfUnit;
    }
    for (const [field, value] of fixed) record[field] = value;
    return atMost > recordBytes ? undefined : { record, atMost };
  };
}

/** `\u001f`. */
const bytesOfUnit = 6;

interface CellReader {
  /** False where something may be wrong. */
  readonly read: (cell: string, record: SheetRecord) => boolean;
  /** What its key, its punctuation and a value that is longer than its cell (`false` for `n`, `null` for nothing) may take. */
  readonly keyBytes: number;
}

function cellReader({ target, mustBeBlank }: Column, lookup: string): CellReader {
  if (target === undefined) return { read: (cell) => !mustBeBlank || isBlank(cell), keyBytes: 0 };
  const { field, spec, format } = target;
  const read = textReader(spec);
  const digits = holdsDigits(spec.type);
  return {
    keyBytes: Buffer.byteLength(JSON.stringify(field)) + 16,
    read: (cell, record) => {
      if (isBlank(cell)) return field !== lookup && leaveBlank(target, record);
      if (mayTellMistake(cell, digits)) return false;
      if (format?.refused !== undefined && needsColumn(format, cell)) return false;
      const value = read(format === undefined ? cell : plainText(format, cell));
      if (refusalOf(spec, value) !== undefined) return false;
      record[field] = value;
      return true;
    },
  };
}

function leaveBlank({ field, spec, blank }: Target, record: SheetRecord): boolean {
  if (blank === 'keep') return true;
  record[field] = null;
  return !spec.required;
}

function isBlank(cell: string): boolean {
  const first = cell.charCodeAt(0);
  // Most cells are told by their first character.
  return first > 0x20 && first < 0x80 ? false : cell.trim() === '';
}

/** What an error of a formula, or a number that was shortened, has in it. */
function mayTellMistake(cell: string, digits: boolean): boolean {
  const first = cell.charCodeAt(0);
  const isPlain = first > 0x23 && first < 0x80;
  return (!isPlain && cell.trim().startsWith('#')) || (digits && cell.includes('E+'));
}
