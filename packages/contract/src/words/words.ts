let grouped: Intl.NumberFormat | undefined;

/** `1,000`. */
export function number(n: number): string {
  // To make it takes as long as all else that the help of the command line loads of ours, so it waits for the first number.
  grouped ??= new Intl.NumberFormat('en-US');
  return grouped.format(n);
}

/** `1 row`, `1,000 rows`. */
export function rows(n: number): string {
  return counted(n, 'row');
}

/** `is` of one, `are` of more. */
export const are = (n: number): string => (n === 1 ? 'is' : 'are');

/** `was` of one, `were` of more. */
export const were = (n: number): string => (n === 1 ? 'was' : 'were');

/** `1 import`, `1,000 imports`; `many` where an s is not enough. */
export function counted(n: number, what: string, many = `${what}s`): string {
  return n === 1 ? `1 ${what}` : `${number(n)} ${many}`;
}

/**
 * Text from outside as one harmless line. Control characters and line breaks become a space. Characters that are invisible or
 * change the direction of writing are removed, since they make a name look like another one, except for the two joiners that
 * Persian and Indic words need.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/**
 * Text from outside, such as a file name, that can neither control a terminal nor look like another one: control characters, and marks that turn the order of
 * what follows, become `�`.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
}

/** Shortens text in the middle, since the end of a file name shows its type. */
export function shortened(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  const tail = Math.floor((longest - 1) / 3);
  return `${characters.slice(0, longest - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}

/** The name of a file, without the folders before it. */
export const fileNameIn = (place: string): string => place.slice(place.lastIndexOf('/') + 1);

/** A name as the subject of a mail shows it. */
export const nameInSubject = (name: string): string => shortened(oneLine(name), 80);

/** `2026-11-20 14:05:09 UTC`, or the text itself if it is no time. */
export function time(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? oneLine(iso)
    : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A word of a command that can be pasted into any shell, whatever is in it. */
export function shellWord(text: string): string {
  const word = oneLine(text);
  if (/^[\w./:@=+-]+$/u.test(word) && !word.startsWith('-')) return word;
  // Double quotes also work in the shells of Windows.
  if (/^[\p{L}\p{N}\p{M} _.,()[\]&;@=+-]+$/u.test(word))
    return `"${word.startsWith('-') ? './' : ''}${word}"`;
  return `'${word.startsWith('-') ? './' : ''}${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** `row 3`, `rows 3 and 4`, `rows 3, 4, 5 and 477 more`. */
export function rowNumbers(first: readonly number[], inAll: number): string {
  const more = inAll - first.length;
  const parts = [...first.map(String), ...(more > 0 ? [`${number(more)} more`] : [])];
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? `row ${last}` : `rows ${parts.slice(0, -1).join(', ')} and ${last}`;
}
