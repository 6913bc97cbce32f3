import type { NamedRecord } from '@sluice/aws-kit/erasure';
import { resultColumns } from '@sluice/import-plan';

/** The rows of a CSV that are the record's: those that hold its value, and those with these numbers. */
export interface ErasedRows {
  readonly record: NamedRecord;
  readonly rows: ReadonlySet<number>;
  /** By how many lines a row of a result sheet stands below its row in the drop. */
  readonly down: number;
}

/**
 * A CSV of ours without the cells of some rows. The other lines keep their bytes; an erased one keeps its number of cells. A result
 * sheet has each row at its number; a plan or a report of an undo has the number in the first cell, which stays.
 */
export function withoutRows(csv: string, { record, rows, down }: ErasedRows): string {
  const lines = splitUnquoted(csv, '\n');
  const delimiter = delimiterOf(lines.slice(0, linesSeen));
  const isResult = lines.some((line) => isResultHeader(line, delimiter));
  return lines
    .map((line, at) => {
      const cells = cellsOf(line, delimiter);
      const isNumbered = !isResult && /^\d+$/.test(cells[0] ?? '') && rows.has(Number(cells[0]));
      const isPlaced = isResult && rows.has(at + 1 - down);
      if (!isNumbered && !isPlaced && !cells.some(record.isIn)) return line;
      const kept = isNumbered ? (cells[0] ?? '') : '';
      return `${kept}${delimiter.repeat(cells.length - 1)}${line.endsWith('\r') ? '\r' : ''}`;
    })
    .join('\n');
}

function isResultHeader(line: string, delimiter: string): boolean {
  if (!resultColumns.every((name) => line.includes(name))) return false;
  const cells = cellsOf(line, delimiter);
  return resultColumns.every((name) => cells.includes(name));
}

/** Titles and blank lines may come before the header. */
const linesSeen = 50;

function delimiterOf(lines: readonly string[]): string {
  const cellsBy = (one: string) => lines.reduce((sum, line) => sum + cellsOf(line, one).length, 0);
  const counts = [',', ';', '\t', '|'].map((one) => [one, cellsBy(one)] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

const cellsOf = (line: string, delimiter: string): string[] =>
  splitUnquoted(line, delimiter).map((cell) => unquoted(cell.trim()));

/** The parts between separators; one within quotes is part of a cell. */
function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [begin, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] !== separator || isQuoted) continue;
    parts.push(text.slice(begin, at));
    begin = at + 1;
  }
  return [...parts, text.slice(begin)];
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
