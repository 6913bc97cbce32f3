/** A row in which a person sees nothing: an empty line, or only cells of white space. */
export function isBlankRow(cells: readonly string[]): boolean {
  const [first] = cells;
  // For most rows the first cell is enough.
  if (first !== undefined && first.charCodeAt(0) > 0x20 && first.charCodeAt(0) < 0x80) return false;
  return cells.every((cell) => cell === '' || cell.trim() === '');
}
