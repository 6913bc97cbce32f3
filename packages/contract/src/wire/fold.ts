import { inForm } from './unicode-form.ts';

/** Folds case: NFC, trimmed, to upper and then lower case, so that `ß` equals `SS` and `ς` equals `σ`. */
export function foldCase(text: string): string {
  const plain = inForm(text, 'NFC').trim().toLowerCase().toUpperCase().toLowerCase();
  return inForm(plain, 'NFC');
}

/** Folds case and white space, for names of schemas, lookups and lists. */
export function foldSpace(text: string): string {
  return foldCase(text).replaceAll(/\s+/gu, '');
}

/** Folds a header of a sheet: NFKC, lower case, letters and digits only. `E-Mail` is `email`. */
export function foldName(text: string): string {
  const plain = inForm(text, 'NFKC').toLowerCase();
  return inForm(plain, 'NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}
