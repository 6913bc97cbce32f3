/** A row as RFC 4180 writes it, without its line break. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return cells.map((cell) => quoted(cell, delimiter)).join(delimiter);
}

function quoted(cell: string, delimiter: string): string {
  const plain = !cell.includes(delimiter) && !/["\r\n]/u.test(cell);
  return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
