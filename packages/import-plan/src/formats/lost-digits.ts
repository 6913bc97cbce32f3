import type { FieldType } from '@sluice/contract';
import type { Column } from '../columns/match-columns.ts';
import { rowsText } from './evidence.ts';

const digitTypes: ReadonlySet<FieldType> = new Set(['text', 'id', 'phone', 'textList', 'idList']);

/** Whether the cells of a field may be digits that are no number: ids, postal codes, phones. */
export function holdsDigits(type: FieldType): boolean {
  return digitTypes.has(type);
}

const scientific = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/u;

/** `1.23E+11`: what a spreadsheet shows of a long number, and keeps of it when it saves CSV. The other digits are gone. */
export function isShortened(cell: string): boolean {
  // The sign stands there rarely, and is looked for fast.
  return cell.includes('E+') && scientific.test(cell.trim());
}

/** Looks at a column of digits while rows are read, and says where zeros in front seem to be lost. Constant memory. */
export interface ZeroWatch {
  see(row: number, cell: string): void;
  note(): string | undefined;
}

/** Digits that somebody counts as one text: beyond this nobody pads with zeros. */
const longest = 20;
/** Shorter ones are counters more often than ids that were padded. */
const shortestId = 4;
/** More zeros than these are seldom lost. */
const mostLost = 3;
/** What begins with one digit is a counter. */
const fewestLeft = 2;
const rowsKept = 3;

export function watchZeros({ header }: Pick<Column, 'header'>): ZeroWatch {
  const counts = new Uint32Array(longest + 1);
  // Of those that begin with no zero: one that does has lost none.
  const bare = new Uint32Array(longest + 1);
  const firstRows: number[][] = [];

  function see(row: number, cell: string): void {
    const length = digitsIn(cell);
    if (length === 0) return;
    counts[length] = (counts[length] ?? 0) + 1;
    if (cell.trimStart().startsWith('0')) return;
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
    return `Column "${header}" holds texts of ${length} digits, and shorter ones in ${where}: zeros in front may have been lost in a spreadsheet program. Compare them before you import.`;
  }
  return { see, note };
}

/** How many digits the cell is made of; 0 where it holds anything else. */
function digitsIn(cell: string): number {
  const text = cell.trim();
  if (text.length > longest) return 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) return 0;
  }
  return text.length;
}
