import { run as english, type RunMessages } from '../messages/run.ts';

const [second, minute, day] = [1000, 60_000, 86_400_000] as const;
type Says = RunMessages['progress'];

/** `40 s`, `3 min`, `1 h 20 min`, `2 days`: as exact as a person needs it. */
export function durationText(milliseconds: number, says: Says = english.progress): string {
  if (milliseconds < 10 * second) return `${Math.max(1, Math.round(milliseconds / second))} s`;
  if (milliseconds < 90 * second) return `${5 * Math.round(milliseconds / (5 * second))} s`;
  if (milliseconds < 90 * minute) return `${Math.round(milliseconds / minute)} min`;
  if (milliseconds >= 2 * day) return says.days(Math.round(milliseconds / day));
  const minutes = 10 * Math.round(milliseconds / (10 * minute));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** `40 s left`; empty if the end is not known. A time that has passed only means that the end is near. */
export function leftText(end: string | null | undefined, now: Date, says: Says = english.progress): string {
  if (end === undefined || end === null) return '';
  const left = Date.parse(end) - now.getTime();
  return left < second ? says.almostDone : says.left(durationText(left, says));
}

/** How long something took that has ended. */
export const tookText = (from: string, to: string): string =>
  durationText(Math.max(0, Date.parse(to) - Date.parse(from)));
