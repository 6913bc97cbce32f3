import { readValues, type Values } from './cron-values.ts';

/** A day of the calendar; months count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export type DayTest = (day: Day) => boolean;

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const daysOfMonth: Values = { from: 1, to: 31 };
const daysOfWeek: Values = { from: 1, to: 7, names: weekdays };

/** `*`, `1,15`, `1-5`, `L` (the last day), `LW` (the last weekday) or `15W` (the weekday nearest to the 15th). */
export function readDaysOfMonth(text: string): DayTest | undefined {
  if (text === 'L') return (date) => date.day === lengthOf(date);
  if (text === 'LW') return (date) => date.day === weekdayNear(date, lengthOf(date));
  const near = /^(\d+)W$/.exec(text)?.[1];
  if (near !== undefined) {
    const wanted = Number(near);
    if (wanted < 1 || wanted > 31) return undefined;
    return (date) => wanted <= lengthOf(date) && date.day === weekdayNear(date, wanted);
  }
  const days = readValues(text, daysOfMonth);
  return days && (({ day }) => days.has(day));
}

/** `*`, `MON-FRI`, `1,7` (1 is Sunday), `L` (Saturday), `FRIL` (the last Friday) or `2#1` (the first Monday). */
export function readDaysOfWeek(text: string): DayTest | undefined {
  if (text === 'L') return (date) => weekdayOf(date) === 7;
  const [, last] = /^(\w+)L$/.exec(text) ?? [];
  if (last !== undefined) {
    const weekday = single(last);
    return weekday === undefined
      ? undefined
      : (date) => weekdayOf(date) === weekday && date.day + 7 > lengthOf(date);
  }
  const [, name = '', nth] = /^(\w+)#([1-5])$/.exec(text) ?? [];
  if (nth !== undefined) {
    const weekday = single(name);
    return weekday === undefined
      ? undefined
      : (date) => weekdayOf(date) === weekday && Math.ceil(date.day / 7) === Number(nth);
  }
  const days = readValues(text, daysOfWeek);
  return days && ((date) => days.has(weekdayOf(date)));
}

function single(text: string): number | undefined {
  const [value, ...more] = readValues(text, daysOfWeek) ?? [];
  return more.length === 0 ? value : undefined;
}

/** From 1, Sunday. */
function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
}

function lengthOf({ year, month }: Day): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The day from Monday to Friday nearest to this one, within its month. */
function weekdayNear(date: Day, day: number): number {
  const weekday = weekdayOf({ ...date, day });
  if (weekday === 7) return day === 1 ? 3 : day - 1;
  if (weekday === 1) return day === lengthOf(date) ? day - 2 : day + 1;
  return day;
}
