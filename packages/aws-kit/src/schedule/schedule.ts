import { readCron, type Cron } from './cron.ts';
import { instantsOf, wallTime } from './wall-time.ts';

export interface Schedule {
  readonly kind: 'rate' | 'cron' | 'at';
  /** The first time after this one, or undefined if there is none left. */
  next(after: Date): Date | undefined;
}

export type ReadSchedule =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | { readonly kind: 'refused'; readonly expected: string; readonly example: string };

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

const examples = {
  rate: 'rate(1 day)',
  cron: 'cron(30 2 * * ? *)',
  at: 'at(2027-01-31T02:30:00)',
};

/**
 * Reads `rate(15 minutes)`, `cron(30 2 * * ? *)` or `at(2027-01-31T02:30:00)` in a time zone, like EventBridge Scheduler: a time
 * that a clock change skips is left out, one that comes twice counts the first time, and a rate ignores clock changes (a day has
 * 24 hours).
 * @throws RangeError for an unknown zone
 */
export function readSchedule(expression: string, timeZone = 'UTC'): ReadSchedule {
  const [, kind = '', body = ''] = /^(rate|cron|at)\((.*)\)$/.exec(expression.trim()) ?? [];
  if (kind === 'rate') return readRate(body);
  if (kind === 'cron') return readRepeated(body, timeZone);
  if (kind === 'at') return readOnce(body, timeZone);
  return refused('rate(…), cron(…) or at(…)', 'cron');
}

function readRate(body: string): ReadSchedule {
  const [, count = '0', unit = ''] = /^(\d{1,6}) (minute|hour|day)s?$/.exec(body) ?? [];
  const everyMs = isUnit(unit) ? Number(count) * unitMs[unit] : 0;
  if (everyMs === 0) return refused('rate(N minutes), rate(N hours) or rate(N days), N from 1 on', 'rate');
  return schedule({ kind: 'rate', next: (after) => new Date(after.getTime() + everyMs) });
}

const onceForm = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/;

function readOnce(body: string, timeZone: string): ReadSchedule {
  const [, ...parts] = onceForm.exec(body) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const isTime = month >= 1 && month <= 12 && day >= 1 && isDay && hour < 24 && minute < 60 && second < 60;
  if (parts.length === 0 || !isTime)
    return refused('an existing day and time, as at(YYYY-MM-DDThh:mm:ss)', 'at');
  const [first] = instantsOf({ year, month, day, hour, minute }, timeZone);
  if (first === undefined)
    return refused(`a time that the clocks of ${timeZone} show: they skip ${body.replace('T', ' ')}`, 'at');
  const instant = new Date(first.getTime() + second * 1000);
  return schedule({ kind: 'at', next: (after) => (instant > after ? instant : undefined) });
}

function readRepeated(body: string, timeZone: string): ReadSchedule {
  const cron = readCron(body);
  if (typeof cron === 'string') return refused(cron, 'cron');
  return schedule({ kind: 'cron', next: (after) => nextOf(cron, after, timeZone) });
}

/** A time that comes twice counts at its first instant. A time that the clocks skip does not count. */
function nextOf(
  { onDay, times, firstYear, lastYear }: Cron,
  after: Date,
  timeZone: string,
): Date | undefined {
  const { year, month, day, hour, minute } = wallTime(after, timeZone);
  const today = Date.UTC(year, month - 1, day);
  const isBefore = (time: Cron['times'][number]) => (time.hour - hour) * 60 + time.minute < minute;
  const firstDay = Math.max(today, Date.UTC(firstYear, 0, 1));
  for (let at = firstDay; new Date(at).getUTCFullYear() <= lastYear; at += unitMs.day) {
    const date = new Date(at);
    const when = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    if (!onDay(when)) continue;
    for (const time of times) {
      if (at === today && isBefore(time)) continue;
      const [first] = instantsOf({ ...when, ...time }, timeZone);
      if (first !== undefined && first > after) return first;
    }
  }
  return undefined;
}

const schedule = (found: Schedule): ReadSchedule => ({ kind: 'schedule', schedule: found });
const refused = (expected: string, kind: keyof typeof examples): ReadSchedule => ({
  kind: 'refused',
  expected,
  example: examples[kind],
});
