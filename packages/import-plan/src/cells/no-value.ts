const emptyWords = new Set(
  'NULL null (NULL) (null) <NULL> <null> [NULL] [null] NaN nan NAN <NA> NaT N/A n/a (n/a) undefined'.split(
    ' ',
  ),
);

/** Whether a program wrote the cell where there is no value. `Null` and `Nan` are names. */
export function isEmptyWord(text: string): boolean {
  return emptyWords.has(text);
}

/** A column that was too narrow for a number when the sheet was saved. */
export function isTooNarrow(cell: string): boolean {
  return cell.includes('##') && /^#{2,}$/u.test(cell.trim());
}

/** By length and by first character, since a set would be asked for every cell. */
const lengths = tableOf([...emptyWords].map(({ length }) => length));
const firsts = tableOf([...emptyWords].map((word) => word.charCodeAt(0)));
const [hash, colon] = [0x23, 0x3a];

function tableOf(places: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const place of places) table[place] = 1;
  return table;
}

/**
 * Whether a text may be a word for no value or the error of a formula, by what is nearly free to look at: its length, its first
 * character, and the fourth from its end, which is `:` in `Err:508`.
 */
export function mayBeNoValue(
  length: number,
  first: number | undefined,
  fourthLast: number | undefined,
): boolean {
  if (first === hash || fourthLast === colon) return true;
  return firsts[first ?? 0] === 1 && lengths[length] === 1;
}
