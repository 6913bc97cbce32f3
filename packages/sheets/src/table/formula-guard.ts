/**
 * Cells of files are text of strangers, and spreadsheet programs run what looks like a formula. A `'` in front makes it
 * text. Inside a cell, too: a program that guesses another delimiter starts a cell behind each `;`, and behind each line break.
 */

/** Blanks, control and invisible characters: programs skip them, or quotes, before they look for a formula. */
const skipped = String.raw`(?:(?![\t\r\n])[\p{Cc}\p{Cf}\p{Z}"])`;
const formula = '=+\\-@＝＋－＠';

const atStart = new RegExp(`^${skipped}*[${formula}'\\t\\r\\n]`, 'u');
const inside = new RegExp(`([,;|\\t\\r\\n])(?=(?:'|${skipped})*[${formula}])`, 'gu');
const guardedInside = new RegExp(`([,;|\\t\\r\\n])'(?=(?:'|${skipped})*[${formula}])`, 'gu');
const mayMatter = new RegExp(`[${formula}'\\t\\r\\n]`, 'u');

/** The cell with a `'` wherever a formula could start. No two cells are guarded alike. */
export function guarded(cell: string): string {
  if (!mayMatter.test(cell)) return cell;
  const safe = cell.replaceAll(inside, "$1'");
  return atStart.test(safe) ? `'${safe}` : safe;
}

/** Takes off what `guarded` added, and nothing else. */
export function unguarded(cell: string): string {
  if (!cell.includes("'")) return cell;
  const bare = cell.startsWith("'") && atStart.test(cell.slice(1)) ? cell.slice(1) : cell;
  return bare.replaceAll(guardedInside, '$1');
}

/** For formats whose cells are texts whatever is in them: guards only what `unguarded` would change. */
export function guardedText(cell: string): string {
  return unguarded(cell) === cell ? cell : guarded(cell);
}
