/**
 * No real text has this many marks on one letter. Sorting them takes the square of their number: a name of 100 KB took a
 * minute. The two signs at the end become marks in some forms.
 */
const tooManyMarks = /([\p{M}\uFF9E\uFF9F]{65,})/u;

/** The text in a Unicode form, except for letters with too many marks. Takes time in proportion to its length. */
export function inForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (text.length <= 64 || !tooManyMarks.test(text)) return text.normalize(form);
  return text
    .split(tooManyMarks)
    .map((part, at) => (at % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
