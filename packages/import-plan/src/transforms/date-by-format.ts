import { reasonOf } from '@sluice/contract';
import { dayOf } from '../formats/dates.ts';
import { exampleOf, lackOf, languageMistake, partMistake } from './date-mistakes.ts';
import { monthFinder, weekdayNames } from './month-names.ts';
import { Unfit, type Transform } from './unfit.ts';

/** The parts of a format with what they match. All have bounded lengths. */
const tokens = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MMMM: '(?<name>\\p{L}[\\p{L}\\p{M}.]{0,20})',
  MMM: '(?<name>\\p{L}[\\p{L}\\p{M}.]{0,20})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DDDD: '(?<weekday>\\p{L}[\\p{L}\\p{M}.]{0,20})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
} as const;

const isToken = (text: string): text is keyof typeof tokens => Object.hasOwn(tokens, text);
const longest = 100;

/**
 * The date in `3. März 2026` by the format `D. MMMM YYYY` and the language `de`: `2026-03-03`, or `2026-03-03 09:30:00` with a time.
 * @throws Error what is wrong with the format or the language
 */
export function dateBy(format: string, language: string): Transform {
  if (!isLanguage(language)) throw new Error(languageMistake(language));
  const pattern = patternOf(format);
  const monthOf = monthFinder(language);
  const isWeekday = weekdayNames(language);
  const other = reasonOf('not_in_format', { format, example: exampleOf(format, language) });
  return (text) => {
    const parts = text.length > longest ? undefined : pattern.exec(text)?.groups;
    if (parts === undefined) return new Unfit(other, text);
    const month = parts.name === undefined ? parts.month : monthOf(parts.name);
    const day = dayOf(
      { numbers: [yearOf(parts), String(month ?? ''), parts.day ?? ''], yearFirst: true, separator: '-' },
      'ymd',
    );
    const { hour, minute = '00', second = '00' } = parts;
    const isTime = hour === undefined || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60);
    if (month === undefined) return new Unfit(other, text);
    if (day === undefined) return new Unfit(reasonOf('no_such_day'), text);
    if (!isTime) return new Unfit(reasonOf('no_such_time'), text);
    if (parts.weekday !== undefined && !isWeekday(parts.weekday, day))
      return new Unfit(reasonOf('wrong_weekday', { day }), text);
    return hour === undefined ? day : `${day} ${hour.padStart(2, '0')}:${minute}:${second}`;
  };
}

function isLanguage(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language]).length === 1;
  } catch {
    return false;
  }
}

/** 70 to 99 are of the last century, as POSIX has it. */
function yearOf({ year, shortYear = '' }: Readonly<Record<string, string | undefined>>): string {
  return year ?? `${Number(shortYear) < 70 ? '20' : '19'}${shortYear}`;
}

function patternOf(format: string): RegExp {
  const pieces = [...format.matchAll(/'([^']*)'|([A-Za-z])\2*|\s+|[^A-Za-z\s]/gu)].map(
    ([piece, quoted]): string => {
      if (quoted !== undefined) return literal(quoted);
      if (isToken(piece)) return tokens[piece];
      if (/^[A-Za-z]/u.test(piece)) throw new Error(partMistake(piece, Object.keys(tokens)));
      return literal(piece);
    },
  );
  const source = `^${pieces.join('')}$`;
  const groups = [...source.matchAll(/\?<(\w+)>/gu)].map(([, name = '']) => name);
  if (new Set(groups).size !== groups.length) throw new Error('it has a part twice');
  const has = (...names: string[]) => names.filter((name) => groups.includes(name)).length === 1;
  if (!has('day') || !has('month', 'name') || !has('year', 'shortYear')) throw new Error(lackOf(format));
  if (
    (groups.includes('minute') && !groups.includes('hour')) ||
    (groups.includes('second') && !groups.includes('minute'))
  )
    throw new Error('expected hours before minutes, and minutes before seconds, such as HH:mm:ss');
  return new RegExp(source, 'iu');
}

/** White space of any kind for white space. */
function literal(text: string): string {
  return text.replaceAll(/[\^$.*+?()[\]{}|/]/gu, String.raw`\$&`).replaceAll(/\s+/gu, String.raw`\s{1,9}`);
}
