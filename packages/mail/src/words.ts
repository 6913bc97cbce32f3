const grouped = new Intl.NumberFormat('en-US');

/** `1,000`. */
export const number = (n: number): string => grouped.format(n);

/** `1 row`, `1,000 rows`. */
export function rows(n: number): string {
  return counted(n, 'row');
}

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

/** Shortens text in the middle, since the end of a file name shows its type. */
export function shortened(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  const tail = Math.floor((longest - 1) / 3);
  return `${characters.slice(0, longest - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}

/** A name as the subject of a mail shows it. */
export const nameInSubject = (name: string): string => shortened(oneLine(name), 80);

/** A word of a command that can be pasted into a shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/u.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** `2026-11-20 14:05:09 UTC`, or the text itself if it is no time. */
export function time(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? oneLine(iso)
    : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
