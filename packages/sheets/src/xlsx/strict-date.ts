import { dateText, type DateFormat } from '../workbook/dates.ts';
import type { NumberFormat } from './format/number-format.ts';

const day = 86_400_000;
const epoch = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

const moment = /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/u;
const length = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:\.\d+)?)S)?)?$/u;

/**
 * The text of a date, time or duration that a "Strict Open XML Spreadsheet" stores as ISO 8601: the same as of its number in a usual
 * workbook, which is rounded to what a person sees. Undefined if it is none.
 */
export function strictDate(raw: string, format: NumberFormat, from1904: boolean): string | undefined {
  const text = raw.trim();
  const shown = isDateFormat(format) ? format : undefined;
  const duration = length.exec(text)?.slice(1);
  if (duration?.some((part) => part !== undefined) === true)
    return dateText(daysOf(duration), { kind: 'duration', ...shown }, from1904);
  const [, year, month, date, ...clock] = moment.exec(text) ?? [];
  const time = daysOf([undefined, ...clock]);
  if (year === undefined)
    return clock[0] === undefined ? undefined : dateText(time, { ...shown, kind: 'time' }, from1904);
  const from = from1904 ? epoch[1904] : epoch[1900];
  const serial = (Date.UTC(Number(year), Number(month) - 1, Number(date)) - from) / day + time;
  return dateText(serial, shown ?? { kind: time === 0 ? 'date' : 'datetime' }, from1904);
}

function isDateFormat(format: NumberFormat): format is DateFormat {
  return ['date', 'time', 'datetime', 'duration'].includes(format.kind);
}

/** `parts`: days, hours, minutes and seconds. */
function daysOf(parts: readonly (string | undefined)[]): number {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return days + (hours + (minutes + seconds / 60) / 60) / 24;
}
