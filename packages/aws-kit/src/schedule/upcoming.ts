import type { Schedule } from './schedule.ts';

interface Window {
  readonly now: Date;
  readonly days: number;
  readonly most: number;
  /** When the schedule fired last: a rate counts from there. Not known before its first time. */
  readonly last?: Date | undefined;
}

const dayMs = 86_400_000;

/** When a schedule fires in the next days, at most so many times. A day has 24 hours. */
export function upcomingFires(schedule: Schedule, { now, days, most, last }: Window): Date[] {
  const until = now.getTime() + days * dayMs;
  const fires: Date[] = [];
  let at = schedule.next(schedule.kind === 'rate' && isRecent(last, now, days) ? last : now);
  for (; at !== undefined && at.getTime() <= until && fires.length < most; at = schedule.next(at))
    if (at > now) fires.push(at);
  return fires;
}

const isRecent = (last: Date | undefined, now: Date, days: number): last is Date =>
  last !== undefined && last <= now && now.getTime() - last.getTime() < days * dayMs;
