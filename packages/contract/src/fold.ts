/** Latin letters, digits and signs with single spaces between them: a text that has the one form of `foldForm` already. */
const plain = /^[!-~\u00a1-\u02ff]+(?: [!-~\u00a1-\u02ff]+)*$/u;

/**
 * One form of the texts that look the same: NFC, without white space around it, and with one line break or one space for other
 * white space.
 */
export function foldForm(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFC')
    .trim()
    .replaceAll(/\s+/gu, (space) => (/[\n\r]/u.test(space) ? '\n' : ' '));
}

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
