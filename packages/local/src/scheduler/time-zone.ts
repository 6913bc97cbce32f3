import type { WallTime } from './cron.ts';

/** What the clocks of the zone show. */
export function wallTime(instant: Date, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((found) => found.type === type)?.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** When the clocks of the zone show this; in the hour that a clock change skips, as if it had not been skipped. */
export function toInstant(time: WallTime, timeZone: string): Date {
  const wanted = asUtc(time);
  const offsetAt = (instant: number): number => asUtc(wallTime(new Date(instant), timeZone)) - instant;
  const first = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(first));
}

function asUtc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
