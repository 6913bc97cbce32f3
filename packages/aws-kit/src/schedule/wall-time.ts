/** The time on a clock in some zone. Months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Keeps the formats, since making one takes longer than using it a hundred times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** The time on the clocks of the zone. @throws RangeError for an unknown zone */
export function wallTime(instant: Date, timeZone: string): WallTime {
  const parts = clockOf(timeZone).formatToParts(instant);
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

const dayMs = 86_400_000;

/**
 * The instants at which the clocks of the zone show this, in order: usually one, two in an hour that is repeated, and none in an
 * hour that is skipped.
 */
export function instantsOf(time: WallTime, timeZone: string): Date[] {
  const wanted = asUtc(time);
  // No zone is further from UTC than a day, so the two offsets around a change are those of a day before and after.
  const offsets = new Set([wanted - dayMs, wanted + dayMs].map((at) => offsetAt(at, timeZone)));
  return [...offsets]
    .map((offset) => wanted - offset)
    .filter((at) => at + offsetAt(at, timeZone) === wanted)
    .toSorted((one, other) => one - other)
    .map((at) => new Date(at));
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  return asUtc(wallTime(new Date(instant), timeZone)) - instant;
}

function asUtc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
