/** Folds case: NFC, trimmed, to upper and then lower case, so that `ß` equals `SS` and `ς` equals `σ`. */
export function foldCase(text: string): string {
  return text.normalize('NFC').trim().toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** Folds case and white space, for names of schemas, lookups and lists. */
export function foldSpace(text: string): string {
  return foldCase(text).replaceAll(/\s+/gu, '');
}

/** Folds a header of a sheet: NFKC, lower case, letters and digits only. `E-Mail` is `email`. */
export function foldName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
