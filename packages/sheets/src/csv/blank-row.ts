/** A row in which a person sees nothing: an empty line, or cells of white space alone. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '');
}
