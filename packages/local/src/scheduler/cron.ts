import { LocalError } from '../local-error.ts';

/** A wall-clock time in some zone; months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export interface Cron {
  /** Whether anything happens on this day. */
  onDay(year: number, month: number, day: number): boolean;
  /** Hours and minutes of such a day, in order. */
  readonly times: readonly { readonly hour: number; readonly minute: number }[];
  readonly lastYear: number;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const lastYear = 2199;

/** `minute hour day-of-month month day-of-week year`, as EventBridge reads it; of `L`, `W` and `#` only `L` as a day of the month. */
export function parseCron(expression: string): Cron {
  const fields = expression.trim().split(/\s+/);
  const refuse = (): never => {
    throw new LocalError(
      'template_unsupported',
      `cron(${expression}) is not understood here. Example: cron(30 6 ? * MON-FRI *)`,
    );
  };
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] =
    fields.length === 6 ? fields : refuse();
  const set = (text: string, range: Range): ReadonlySet<number> => setOf(text, range) ?? refuse();
  const minutes = [...set(minute, { from: 0, to: 59 })];
  const hours = [...set(hour, { from: 0, to: 23 })];
  const inMonths = set(month, { from: 1, to: 12, names: months });
  const inYears = set(year, { from: 1970, to: lastYear });
  const onWeekdays = set(dayOfWeek, { from: 1, to: 7, names: weekdays });
  const onDays = dayOfMonth === 'L' ? undefined : set(dayOfMonth, { from: 1, to: 31 });
  return {
    lastYear: Math.max(...inYears),
    times: hours
      .toSorted((a, b) => a - b)
      .flatMap((at) => minutes.toSorted((a, b) => a - b).map((past) => ({ hour: at, minute: past }))),
    onDay: (y, m, d) =>
      inYears.has(y) &&
      inMonths.has(m) &&
      (onDays === undefined ? d === new Date(Date.UTC(y, m, 0)).getUTCDate() : onDays.has(d)) &&
      onWeekdays.has(new Date(Date.UTC(y, m - 1, d)).getUTCDay() + 1),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** The name of `from`, the one after it, and so on. */
  readonly names?: readonly string[];
}

function setOf(text: string, range: Range): Set<number> | undefined {
  const all = new Set<number>();
  for (const part of text.toUpperCase().split(',')) {
    const match = /^(\*|\?|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part);
    const [, first = '', last, step] = match ?? [];
    const whole = first === '*' || first === '?';
    const from = whole ? range.from : valueOf(first, range);
    const to = whole || (last === undefined && step !== undefined) ? range.to : valueOf(last ?? first, range);
    if (match === null || from === undefined || to === undefined) return undefined;
    for (let value = from; value <= to; value += Number(step ?? 1) || Infinity) all.add(value);
  }
  return all;
}

function valueOf(text: string, { from, to, names }: Range): number | undefined {
  const named = names?.indexOf(text) ?? -1;
  const value = named >= 0 ? from + named : Number(text);
  return Number.isInteger(value) && value >= from && value <= to ? value : undefined;
}
