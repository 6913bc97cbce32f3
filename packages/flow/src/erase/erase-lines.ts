import type { NamedRecord } from '@sluice/erasure';

/** The rows of a CSV that are the record's: those that hold its value, and those with these numbers in the first cell. */
export interface ErasedRows {
  readonly record: NamedRecord;
  readonly rows: ReadonlySet<number>;
}

/**
 * A CSV of ours without the cells of some rows. The other lines keep their bytes; an erased one keeps its number of cells, and its
 * first one if that is the number of the row.
 */
export function withoutRows(csv: string, { record, rows }: ErasedRows): string {
  let delimiter: string | undefined;
  return linesOf(csv)
    .map((line) => {
      delimiter ??= delimiterOf(line);
      const cells = cellsOf(line, delimiter);
      const isNumbered = rows.has(Number(cells[0])) && /^\d+$/.test(cells[0] ?? '');
      if (!isNumbered && !cells.some(record.isIn)) return line;
      const kept = isNumbered ? (cells[0] ?? '') : '';
      const [end = ''] = /\r?\n$/.exec(line) ?? [];
      return `${kept}${delimiter.repeat(cells.length - 1)}${end}`;
    })
    .join('');
}

/** Each with its line break; a break within quotes is part of a cell. */
function linesOf(csv: string): string[] {
  const lines: string[] = [];
  let [begin, isQuoted] = [0, false];
  for (let at = 0; at < csv.length; at += 1) {
    if (csv[at] === '"') isQuoted = !isQuoted;
    if (csv[at] !== '\n' || isQuoted) continue;
    lines.push(csv.slice(begin, at + 1));
    begin = at + 1;
  }
  return begin < csv.length ? [...lines, csv.slice(begin)] : lines;
}

function delimiterOf(header: string): string {
  const counts = [',', ';', '\t', '|'].map((one) => [one, cellsOf(header, one).length] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [begin, isQuoted] = [0, false];
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (at < line.length && (line[at] !== delimiter || isQuoted)) continue;
    cells.push(unquoted(line.slice(begin, at).trim()));
    begin = at + 1;
  }
  return cells;
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
