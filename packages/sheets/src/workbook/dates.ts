const day = 86_400_000;
const lastSerial = 2_958_466;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export type DateKind = 'date' | 'time' | 'datetime' | 'duration';

export interface DateFormat {
  readonly kind: DateKind;
  /** Whether it shows fractions of a second. */
  readonly parts?: boolean;
}

/**
 * The day, the time, both, or the hours (also more than 24) that a date format shows for a serial number, as ISO 8601. Undefined
 * before the first day of the calendar and after the year 9999.
 */
export function dateText(
  serial: number,
  { kind, parts = false }: DateFormat,
  from1904: boolean,
): string | undefined {
  if (serial < 0 || serial >= lastSerial) return undefined;
  if (kind === 'date') return dayText(Math.floor(serial), from1904);
  // A time is stored as a fraction of a day, which is rarely exact.
  const seconds = parts ? Math.round(serial * day) / 1000 : Math.round((serial * day) / 1000);
  if (kind === 'duration') return clock(seconds, Math.floor(seconds / 3600));
  const time = clock(seconds % 86_400, Math.floor((seconds % 86_400) / 3600));
  return kind === 'time' ? time : `${dayText(Math.floor(seconds / 86_400), from1904)}T${time}`;
}

function clock(seconds: number, hours: number): string {
  const whole = Math.floor(seconds);
  const part = Math.round((seconds - whole) * 1000);
  const ending =
    part === 0
      ? ''
      : `.${String(part)
          .padStart(3, '0')
          .replace(/(?<!0)0+$/u, '')}`;
  return `${twoDigits(hours)}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}${ending}`;
}

function dayText(serial: number, from1904: boolean): string {
  if (from1904) return isoDay(Date.UTC(1904, 0, 1) + serial * day);
  // Excel counts February 29, 1900, which did not exist, and a day before January 1.
  if (serial === 60) return '1900-02-29';
  if (serial === 0) return '1900-01-00';
  return isoDay(Date.UTC(1899, 11, serial < 60 ? 31 : 30) + serial * day);
}

function isoDay(ms: number): string {
  const date = new Date(ms);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
}

/** The text of a date that the workbook stores as ISO 8601. */
export function isoCell(raw: string, kind: DateKind | undefined): string | undefined {
  const [, date = '', time = ''] =
    /^(\d{4}-\d{2}-\d{2})?(?:T?(\d{2}:\d{2}:\d{2}(?:\.\d+)?)Z?)?$/u.exec(raw.trim()) ?? [];
  if (date === '') return time === '' ? undefined : time;
  const noTime = /^(?:00:00:00(?:\.0+)?)?$/u.test(time);
  return kind === 'date' || (noTime && kind !== 'datetime')
    ? date
    : `${date}T${time === '' ? '00:00:00' : time}`;
}
