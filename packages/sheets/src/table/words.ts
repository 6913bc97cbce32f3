/** The words by which rows that are no data are recognized, in the languages of the exports that people drop. */

const totals = [
  'totals?|grand ?totals?|sub-?totals?|sub ?totals?|total general|sum|sums|overall',
  'gesamt|gesamtsumme|gesamtbetrag|summe|summen|zwischensumme|endsumme|insgesamt',
  'total général|sous-total|somme|montant total',
  'suma|suma total|subtotal|total parcial|total geral|soma',
  'totale|totale generale|subtotale|somma',
  'totaal|eindtotaal|subtotaal|som',
  'razem|łącznie|suma końcowa|ogółem',
  'итого|всего|итог|разом|усього',
  'celkem|součet|összesen|i alt|totalt|summa|yhteensä|toplam|genel toplam|σύνολο',
  '合計|総計|小計|总计|合计|합계|총계',
].join('|');

/** A cell that names a total, such as `Total:`, `Summe (EUR)` or `Total 2026`. */
export const totalWord = new RegExp(
  `^(?:${totals})(?: ?(?:\\([^()]{1,20}\\)|\\d{4}|eur|usd|gbp|chf|€|\\$|£))? ?[:=]?$`,
  'iu',
);

/** The first letters of these words, so that most cells need no other test. */
export const totalLetters = /^[tgsoieryzmłτσ\u0400-\u04ffcösüç合総小总합총]/iu;

/** How a note below a table begins. */
const noteWords =
  /^(?:notes?|source|sources|remarks?|legend|disclaimer|confidential|generated|created|exported|printed|prepared|as of|page|end of|signature|signed|approved|date|place|hinweise?|anmerkung(?:en)?|quelle|stand|erstellt|unterschrift|datum|ort|seite|vertraulich|note|remarque|source|généré|créé|signature|nota|fuente|firma|fecha|fonte|página|pagina|bron|opmerking|handtekening|źródło|uwaga|podpis|data|источник|примечание|подпись|дата|copyright|注|出典|備考)(?=[\s:.,(：（]|$)/iu;
const counted =
  /^\(?(\d+)\s+(?:rows?|records?|entries|items?|contacts?|customers?|zeilen|datensätze|einträge|lignes|filas|righe|rijen)\)?\.?$/iu;
const marked = /^(?:[*†‡§©#]|--|\(.*\)$|\[.*\]$|\d\)\s|[¹²³]\s?)/u;
const toBeSigned = /_{3,}|\.{5,}|:$/u;

/** The number of rows that a cell such as `(12 rows)` states. */
export function countIn(cell: string): number | undefined {
  const digits = counted.exec(cell.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A sentence: some words, with an end or a length that names and values do not have. */
function isSentence(text: string): boolean {
  if (/。$/u.test(text)) return text.length >= 8;
  const words = text.split(/\s+/u).length;
  return words >= 4 && (text.length >= 40 || /[.!?:]$/u.test(text));
}

export function isNoteText(cell: string): boolean {
  const text = cell.trim();
  if (text.includes('@') && !/\s/u.test(text)) return false;
  return (
    noteWords.test(text) ||
    counted.test(text) ||
    marked.test(text) ||
    toBeSigned.test(text) ||
    isSentence(text)
  );
}

const unit =
  /^(?:[mckµnhd]?m[²³23]?|[mckdh]?[lg]|kg|t|m\/s|km\/h|mph|lb|lbs|oz|ft|in|sec|s|min|h|hrs?|days?|years?|months?|°[cfk]|k|hz|khz|mhz|[km]?w|kwh|v|a|bar|h?pa|%|‰|pcs|stk|stück|st|tage|std|monate|jahre|jours|eur|usd|gbp|chf|pln|jpy|€|\$|£|¥|t€|k€|teur|mio\.? ?€?)$/iu;
const bracketed = /^(?:\([^()]{1,30}\)|\[[^[\]]{1,30}\]|<[^<>]{1,30}>)$/u;
const typeName =
  /^(?:text|string|str|varchar|char|number|numeric|decimal|integer|int|bigint|float|double|boolean|bool|date|datetime|timestamp|time|email|e-mail|phone)(?:\(\d+(?:,\s*\d+)?\))?$/iu;

const rule = /^(?:-{2,}|={2,}|_{2,})$/u;

export const isUnit = (cell: string): boolean => unit.test(cell.trim());
export const isBracketed = (cell: string): boolean => bracketed.test(cell.trim());
/** Whether a row is the line that database tools draw below a header. */
export function areRules(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 1 && filled.every((cell) => rule.test(cell.trim()));
}
export const isTypeName = (cell: string): boolean => typeName.test(cell.trim());
