/** Without a sign at the end, in the languages of Excel. */
const bare = new Set(
  '#N/A #NV #N/D #N/B #I/T #Н/Д #Δ/Υ #YOK #HIÁNYZIK #NENÍ_K_DISPOZICI #GETTING_DATA #DĚLENÍ_NULOU'.split(' '),
);
const signed = /^#[¡¿]?[\p{Lu}/_ 0]{2,24}[!?]$/u;
const libreOffice = /^\p{L}{2,8} ?:[5-9]\d\d$/u;
const libreOfficeWords = new Set(
  'Err Erreur Erro Error Fehler Fout Virhe Fel Fejl Feil Chyba Hiba Hata Błąd Ошибка Σφάλμα'.split(' '),
);

/**
 * Whether a cell shows the error of a formula instead of a value, such as `#N/A`, `#WERT!` or `Err:508`, in any language of Excel and
 * LibreOffice. Text files contain the same errors.
 */
export function isErrorCell(text: string): boolean {
  if (text.startsWith('#')) return text.length < 30 && (signed.test(text) || bare.has(text));
  return libreOffice.test(text) && libreOfficeWords.has(text.split(/ ?:/u)[0] ?? '');
}
