/** Text without regard to case: NFC, trimmed, and folded by way of upper case, so that `ß` meets `SS` and `ς` meets `σ`. */
export function foldCase(text: string): string {
  return text.normalize('NFC').trim().toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** Without regard to case and white space, as names of schemas, lookups and lists are read. */
export function foldSpace(text: string): string {
  return foldCase(text).replaceAll(/\s+/gu, '');
}

/** As headers of a sheet are read: NFKC, lower case, letters and digits only. `E-Mail` is `email`. */
export function foldName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
