import { LocalError } from '../local-error.ts';
import { parseCron } from './cron.ts';
import { toInstant, wallTime } from './time-zone.ts';

export interface Schedule {
  /** The first time after this one, or undefined when there is none any more. */
  next(after: Date): Date | undefined;
  /** A rate begins when the schedule does. */
  readonly atStart: boolean;
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);
const dayMs = unitMs.day;

/** `rate(15 minutes)`, `cron(…)` or `at(2030-01-31T06:30:00)`, in a time zone (UTC when absent). */
export function parseSchedule(expression: string, timeZone = 'UTC'): Schedule {
  const [, kind = '', body = ''] = /^(rate|cron|at)\((.*)\)$/.exec(expression.trim()) ?? [];
  if (kind === 'rate') return rate(body);
  if (kind === 'cron') return cron(body, timeZone);
  if (kind === 'at') return once(body, timeZone);
  throw new LocalError(
    'template_unsupported',
    `The schedule ${expression} is not understood: rate(…), cron(…) or at(…) is expected.`,
  );
}

function rate(body: string): Schedule {
  const [, count = '', unit = ''] = /^(\d+) (\w+?)s?$/.exec(body) ?? [];
  if (!isUnit(unit))
    throw new LocalError(
      'template_unsupported',
      `rate(${body}) is not understood. Example: rate(15 minutes)`,
    );
  const everyMs = Number(count) * unitMs[unit];
  return { atStart: true, next: (after) => new Date(after.getTime() + everyMs) };
}

function once(body: string, timeZone: string): Schedule {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = body.split(/[-T:]/).map(Number);
  const instant = toInstant({ year, month, day, hour, minute }, timeZone);
  return { atStart: false, next: (after) => (instant > after ? instant : undefined) };
}

function cron(body: string, timeZone: string): Schedule {
  const { onDay, times, lastYear } = parseCron(body);
  return {
    atStart: false,
    next: (after) => {
      const { year, month, day } = wallTime(after, timeZone);
      for (let at = Date.UTC(year, month - 1, day); new Date(at).getUTCFullYear() <= lastYear; at += dayMs) {
        const date = new Date(at);
        const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        if (!onDay(y, m, d)) continue;
        const instants = times.map((time) => toInstant({ year: y, month: m, day: d, ...time }, timeZone));
        const found = instants.find((instant) => instant > after);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
