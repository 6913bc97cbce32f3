import { withZone } from './time-zone.ts';

/** The order of the numbers of a date. A leading year needs no order. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The parts of a written date. */
export interface ParsedDate {
  /** Three numbers, in the written order. */
  readonly numbers: readonly [string, string, string];
  readonly yearFirst: boolean;
  readonly separator: string;
  /** `09:30:00`, if there is a time. */
  readonly time?: string;
  /** `Z` or `+01:00`, if the time has a zone. */
  readonly zone?: string;
}

const yearFirst = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?:(?:T|,? +)(\d.*))?$/u;
const yearLast = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})(?:,? +(\d.*))?$/u;
const dayNamed =
  /^(\d{1,2})(?:st|nd|rd|th)?(?:[ -]|\. ?)([a-z]{3,9})(?:[ -]|\.[ -]?|, )(\d{4})(?:,? +(\d.*))?$/iu;
const nameFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? +(\d.*))?$/iu;
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const clock =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/iu;

/** Undefined for what is no date, also for a year of two digits, whose century is unknown. */
export function parseDate(text: string): ParsedDate | undefined {
  const first = yearFirst.exec(text);
  const [, one = '', separator = '', two = '', three = '', rest] = first ?? yearLast.exec(text) ?? [];
  if (one === '') return namedMonth(text);
  return withTime({ numbers: [one, two, three], yearFirst: first !== null, separator }, rest);
}

/** `3 Mar 2026`, `3-March-2026`, `March 3rd, 2026`: as clear as a date with a leading year, and parsed like one. */
function namedMonth(text: string): ParsedDate | undefined {
  const [, day = '', name = '', year = '', rest] = dayNamed.exec(text) ?? swapped(nameFirst.exec(text)) ?? [];
  const folded = name.toLowerCase();
  // Three letters identify each month; some people write four for September.
  const month = months.findIndex((known) => [known, known.slice(0, 3), known.slice(0, 4)].includes(folded));
  if (month < 0 || (folded.length === 4 && folded !== 'sept' && folded !== months[month])) return undefined;
  return withTime({ numbers: [year, String(month + 1), day], yearFirst: true, separator: ' ' }, rest);
}

function swapped(found: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  return found === null ? undefined : [found[0], found[2], found[1], found[3], found[4]];
}

function withTime(date: ParsedDate, rest: string | undefined): ParsedDate | undefined {
  if (rest === undefined) return date;
  const time = clockTime(rest);
  return time && { ...date, ...time };
}

function clockTime(text: string): { readonly time: string; readonly zone?: string } | undefined {
  const [, hours = '', minutes = '', seconds = '00', part = '', half, zone] = clock.exec(text) ?? [];
  const hour = hours === '' ? undefined : hourOf(Number(hours), half?.toLowerCase());
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const fraction = /[1-9]/u.test(part) ? `.${part}` : '';
  const time = `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${fraction}`;
  return zone === undefined ? { time } : { time, zone: zoneOf(zone.toUpperCase()) };
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'p' ? 12 : 0) : undefined;
}

function zoneOf(zone: string): string {
  if (zone === 'Z' || zone === 'UTC') return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** `2026-01-31`, or undefined if the calendar has no such day in this order. */
export function dayOf({ numbers, yearFirst }: ParsedDate, order: DateOrder): string | undefined {
  const [one, two, three] = numbers;
  if (yearFirst) return calendarDay(one, two, three);
  if (order === 'ymd') return undefined;
  return order === 'dmy' ? calendarDay(three, two, one) : calendarDay(three, one, two);
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const most = daysIn(Number(year), Number(month));
  if (Number(day) < 1 || Number(day) > most) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : ([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
}

/** The format of dates, from the settings or the column. */
export interface DateFormat {
  readonly order: DateOrder;
  /** The zone of times without one, such as `Europe/Berlin`. */
  readonly timeZone?: string | undefined;
  /** Whether midnight is a time. Programs also write it for a date without a time. */
  readonly midnights: 'dates' | 'times';
}

/**
 * `2026-01-31` or `2026-01-31T09:30:00+01:00`: the written day and time, as the service reads it. Undefined if that is not
 * certain.
 */
export function readDate(text: string, { order, timeZone, midnights }: DateFormat): string | undefined {
  const written = parseDate(text);
  const day = written && dayOf(written, order);
  if (written === undefined || day === undefined) return undefined;
  const { time, zone } = written;
  if (time === undefined) return day;
  if (zone !== undefined) return `${day}T${time}${zone}`;
  if (isMidnight(written) && midnights === 'dates') return day;
  return timeZone === undefined ? undefined : withZone(`${day}T${time}`, timeZone);
}

/** A midnight that may only be a date. */
export function isMidnight({ time, zone }: ParsedDate): boolean {
  return time === '00:00:00' && zone === undefined;
}

/** A date with its day or its month first as one with its year first, which needs no order. Undefined for any other text. */
export function yearFirstDate(text: string, order: DateOrder): string | undefined {
  const written = parseDate(text.trim());
  if (written === undefined || written.yearFirst) return undefined;
  const day = dayOf(written, order);
  const { time = '', zone = '' } = written;
  return day && (time === '' ? day : `${day} ${time}${zone}`);
}
