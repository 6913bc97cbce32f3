import { readDaysOfMonth, readDaysOfWeek, type DayTest } from './cron-days.ts';
import { readValues, type Values } from './cron-values.ts';

export interface Cron {
  readonly onDay: DayTest;
  /** Hours and minutes of such a day, in order. */
  readonly times: readonly { readonly hour: number; readonly minute: number }[];
  readonly firstYear: number;
  readonly lastYear: number;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const ofMinutes: Values = { from: 0, to: 59 };
const ofHours: Values = { from: 0, to: 23 };
const ofMonths: Values = { from: 1, to: 12, names: months };
const ofYears: Values = { from: 1970, to: 2199 };

/**
 * Reads `minute hour day-of-month month day-of-week year` like EventBridge Scheduler. One of the two days is `?`.
 * @returns what was expected, if the expression is wrong
 */
export function readCron(expression: string): Cron | string {
  const fields = expression.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 6)
    return 'six fields: minute, hour, day of the month, month, day of the week, year (one of the two days as ?)';
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields;
  if ((dayOfMonth === '?') === (dayOfWeek === '?'))
    return 'a ? in one of day of the month and day of the week, and in no other of the two';
  const minutes = readValues(minute, ofMinutes);
  const hours = readValues(hour, ofHours);
  const inMonths = readValues(month, ofMonths);
  const inYears = readValues(year, ofYears);
  const isOnDay = dayOfWeek === '?' ? readDaysOfMonth(dayOfMonth) : readDaysOfWeek(dayOfWeek);
  if (minutes === undefined) return `a minute from 0 to 59, not ${minute}`;
  if (hours === undefined) return `an hour from 0 to 23, not ${hour}`;
  if (inMonths === undefined) return `a month from 1 to 12 or JAN to DEC, not ${month}`;
  if (inYears === undefined) return `a year from 1970 to 2199, not ${year}`;
  if (isOnDay === undefined)
    return dayOfWeek === '?'
      ? `a day of the month from 1 to 31, L, LW or such as 15W, not ${dayOfMonth}`
      : `a day of the week from 1 (Sunday) to 7 or SUN to SAT, such as FRIL or 2#1, not ${dayOfWeek}`;
  const inOrder = (values: ReadonlySet<number>) => [...values].toSorted((a, b) => a - b);
  return {
    firstYear: Math.min(...inYears),
    lastYear: Math.max(...inYears),
    times: inOrder(hours).flatMap((at) => inOrder(minutes).map((past) => ({ hour: at, minute: past }))),
    onDay: (date) => inYears.has(date.year) && inMonths.has(date.month) && isOnDay(date),
  };
}
