import type { FieldType } from '@sluice/contract';
import { signs, type RawCells, type RawRow, type SheetRow } from '@sluice/sheets';
import { cellOf, writtenAt } from './cell-of.ts';
import type { Column } from './column.ts';
import { isTight, type CellPart } from '../cells/plain-cell.ts';
import { rowsText } from '../formats/evidence.ts';

const digitTypes: ReadonlySet<FieldType> = new Set(['text', 'id', 'phone', 'textList', 'idList']);

/** Whether the cells of a field may be digits but not a number: ids, postal codes, phones. */
export function holdsDigits(type: FieldType): boolean {
  return digitTypes.has(type);
}

const scientific = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/u;

/** `1.23E+11`: a spreadsheet shows a long number like this, and saves it in CSV without the other digits. */
export function isShortened(cell: string): boolean {
  const { length } = cell;
  const last = cell.charCodeAt(length - 1);
  // The end shows of nearly all cells that they are none.
  if (last > 0x20 && last < 0x80 && cell[length - 3] !== '+' && cell[length - 4] !== '+') return false;
  return cell.includes('E+') && scientific.test(cell.trim());
}

/** `warnings/watch-phones.ts` watches phones. */
const isWatched = (type: FieldType): boolean => type !== 'phone' && holdsDigits(type);

export type ColumnNotes = ReturnType<typeof watchColumns>;

/** Watches all cells pass by, for notes about columns in which no single row is wrong. Constant memory. */
export function watchColumns(columns: readonly Column[]) {
  const watches = columns.flatMap((column) =>
    column.target !== undefined && isWatched(column.target.spec.type)
      ? [{ column, at: writtenAt(column) ?? Infinity, watch: watchZeros(column) }]
      : [],
  );
  return {
    see: (row: SheetRow): void => {
      const { raw, number } = row;
      for (const { column, at, watch } of watches) {
        const { cut } = column;
        const isSeen =
          raw !== undefined &&
          (cut === undefined ? watch.seeRaw(number, raw, at) : watch.seePart(number, raw.chunk, cut(raw)));
        if (!isSeen) watch.see(number, cellOf(column, row));
      }
    },
    notes: () => watches.flatMap(({ watch }) => watch.note() ?? []),
  };
}

/** The most digits of an id: longer ones are not padded with zeros. */
const longest = 20;
/** The fewest digits of a padded id: shorter ones are mostly counters. */
const shortestId = 4;
/** The most zeros that are usually lost. */
const mostLost = 3;
/** A number of one digit is a counter. */
const fewestLeft = 2;
const rowsKept = 3;
const [zero, nine] = [0x30, 0x39];

/** Notes rows of a column of digits in which leading zeros seem to be lost. */
function watchZeros({ header }: Pick<Column, 'header'>) {
  const counts = new Uint32Array(longest + 1);
  // Without those that begin with a zero: they have lost none.
  const bare = new Uint32Array(longest + 1);
  const firstRows: number[][] = [];

  function see(row: number, cell: string): void {
    count(row, digitsIn(cell), cell.trimStart().startsWith('0'));
  }

  /** False if the bytes alone do not show how many digits the cell has. */
  function seeRaw(row: number, { chunk, first, width }: RawRow, at: number): boolean {
    if (at >= width) return false;
    const cell = first + at;
    const has = chunk.signs[cell] ?? 0;
    // Within white space there may be a number.
    if ((has & signs.other) !== 0) return (has & signs.rare) === 0 && isTight(chunk, cell);
    const start = chunk.starts[cell] ?? 0;
    const length = (chunk.ends[cell] ?? 0) - start;
    if (length <= longest) count(row, length, chunk.bytes[start] === zero);
    return true;
  }

  function seePart(row: number, { bytes }: RawCells, part: CellPart | undefined): boolean {
    if (part === undefined) return false;
    const { from, to } = part;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < zero || byte > nine) return true;
    }
    if (to - from <= longest) count(row, to - from, bytes[from] === zero);
    return true;
  }

  function count(row: number, length: number, isPadded: boolean): void {
    if (length === 0) return;
    counts[length] = (counts[length] ?? 0) + 1;
    if (isPadded) return;
    bare[length] = (bare[length] ?? 0) + 1;
    const rows = (firstRows[length] ??= []);
    if (rows.length < rowsKept) rows.push(row);
  }

  function note(): string | undefined {
    const length = counts.indexOf(Math.max(...counts));
    const others = [...bare.keys()].filter((other) => other !== length && (bare[other] ?? 0) > 0);
    const short = others.reduce((sum, other) => sum + (bare[other] ?? 0), 0);
    const least = Math.max(length - mostLost, fewestLeft);
    const isPadded = length >= shortestId && others.every((other) => other < length && other >= least);
    if (short === 0 || !isPadded || (counts[length] ?? 0) < 2 * short) return undefined;
    const rows = others.flatMap((other) => firstRows[other] ?? []).toSorted((a, b) => a - b);
    const where = rowsText(rows.slice(0, rowsKept), Math.max(0, short - rowsKept));
    return `Column "${header}" holds texts of ${length} digits, and shorter ones in ${where}: leading zeros may have been lost in a spreadsheet program. Compare them before you import.`;
  }
  return { see, seeRaw, seePart, note };
}

/** The number of digits of the cell; 0 if it contains anything else. */
function digitsIn(cell: string): number {
  const first = cell.charCodeAt(0);
  // Most cells that are none begin with a letter.
  if (first > 57 && first < 0x80) return 0;
  const text = cell.trim();
  if (text.length > longest) return 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) return 0;
  }
  return text.length;
}
