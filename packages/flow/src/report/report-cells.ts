/** The lines of reports: CSV in UTF-8 with a byte order mark, so that spreadsheet programs read it as such. */
export function reportHead(names: readonly string[]): string {
  return `\uFEFF${reportLine(names)}`;
}

/** Cells are text of a server that may not be ours: none of them begins a formula. */
export function reportLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20']/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
