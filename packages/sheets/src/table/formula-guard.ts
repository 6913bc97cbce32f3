/**
 * Cells of files come from strangers, and spreadsheet programs run what looks like a formula. A `'` in front makes it text. This is
 * also needed inside a cell: a program that guesses another delimiter starts a new cell after each `;` and each line break.
 */

/** Blanks, control and invisible characters, and quotes: programs skip them before a formula. */
const skipped = String.raw`(?:(?![\t\r\n])[\p{Cc}\p{Cf}\p{Z}"])`;
const formula = '=+\\-@＝＋－＠';

const atStart = new RegExp(`^${skipped}*[${formula}'\\t\\r\\n]`, 'u');
const inside = new RegExp(`([,;|\\t\\r\\n])(?=(?:'|${skipped})*[${formula}])`, 'gu');
const guardedInside = new RegExp(`([,;|\\t\\r\\n])'(?=(?:'|${skipped})*[${formula}])`, 'gu');
const mayMatter = new RegExp(`[${formula}'\\t\\r\\n]`, 'u');

/** The cell with a `'` wherever a formula could start. Different cells stay different. */
export function guarded(cell: string): string {
  if (!mayMatter.test(cell)) return cell;
  const safe = cell.replaceAll(inside, "$1'");
  return atStart.test(safe) ? `'${safe}` : safe;
}

/** Removes what `guarded` added, and nothing else. */
export function unguarded(cell: string): string {
  if (!cell.includes("'")) return cell;
  const bare = cell.startsWith("'") && atStart.test(cell.slice(1)) ? cell.slice(1) : cell;
  return bare.replaceAll(guardedInside, '$1');
}

/** For formats in which every cell is text: guards only what `unguarded` would change. */
export function guardedText(cell: string): string {
  return unguarded(cell) === cell ? cell : guarded(cell);
}
