import { isNear } from '@sluice/contract';

/** Languages whose names people write in place of their codes. */
const known =
  'ar bg cs da de el en es et fi fr he hi hr hu is it ja ko lt lv nb nl pl pt ro ru sk sl sr sv tr uk vi zh'.split(
    ' ',
  );

/** What is wrong with a language that is none: `german`, or `Deutsch`, is de. */
export function languageMistake(language: string): string {
  const named = (code: string, inside: string) =>
    new Intl.DisplayNames(inside, { type: 'language' }).of(code)?.toLowerCase() === language.toLowerCase();
  const meant = known.find((code) => named(code, 'en') || named(code, code));
  return meant === undefined
    ? `expected a language such as de or pt-BR, not "${language.slice(0, 40)}"`
    : `not "${language}": write ${meant}`;
}

const letters =
  'write DD for the day, MM for the month, YYYY for the year; in lower case mm is minutes and ss seconds';

/** What is wrong with letters that are no part of a format. */
export function partMistake(piece: string, parts: readonly string[]): string {
  const isOther = /^(?:d{1,4}|y{2}|y{4}|m)$/u.test(piece) || parts.includes(piece.toUpperCase());
  if (isOther) return letters;
  const near = parts.find((part) => part.length > 1 && isNear(piece, part));
  return near === undefined
    ? `${piece} is none of ${parts.join(', ')}; write words as 'of'`
    : `${piece} is no part of a date; did you mean ${near}?`;
}

/** What a format without a day, a month or a year lacks. */
export function lackOf(format: string): string {
  return format.includes('mm') && !format.includes('M')
    ? letters
    : 'expected a day, a month and a year, such as D. MMMM YYYY';
}

const day = Date.UTC(2026, 2, 2);

/** March 2, 2026, in a format. */
export function exampleOf(format: string, language: string): string {
  const written = (options: Intl.DateTimeFormatOptions, type: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' })
      .formatToParts(day)
      .find((part) => part.type === type)?.value ?? '';
  const month = (width: 'long' | 'short') => written({ month: width, day: 'numeric' }, 'month');
  const parts: Readonly<Record<string, () => string>> = {
    YYYY: () => '2026',
    YY: () => '26',
    MMMM: () => month('long'),
    MMM: () => month('short'),
    MM: () => '03',
    M: () => '3',
    DDDD: () => written({ weekday: 'long' }, 'weekday'),
    DD: () => '02',
    D: () => '2',
    HH: () => '09',
    H: () => '9',
    mm: () => '30',
    ss: () => '00',
  };
  return format.replaceAll(
    /'([^']*)'|([A-Za-z])\2*/gu,
    (piece, quoted?: string) => quoted ?? parts[piece]?.() ?? piece,
  );
}
