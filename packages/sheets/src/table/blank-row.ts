/** A row in which a person sees nothing: an empty line, or cells of white space alone. */
export function isBlankRow(cells: readonly string[]): boolean {
  const [first] = cells;
  // The first cell decides for most rows.
  if (first !== undefined && first.charCodeAt(0) > 0x20 && first.charCodeAt(0) < 0x80) return false;
  return cells.every((cell) => cell === '' || cell.trim() === '');
}
