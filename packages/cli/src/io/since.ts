import type { RunQuery } from '@sluice/ledger';
import { CliError } from './cli-error.ts';
import { printable, time } from '@sluice/contract/words';

import type { Services } from './services.ts';

const spans: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const span = /^(\d{1,6})([mhdw])$/;
const dateOrTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

export const sinceExpected =
  'a date (2026-03-01), a date and time (2026-03-01T08:00:00Z), or how long ago (90m, 24h, 7d, 2w)';

/** A date, a date and time, or a span before now, as ISO 8601; undefined for any other text. Without a zone it is UTC. */
export function readSince(text: string, now: Date): string | undefined {
  const [, amount, unit] = span.exec(text) ?? [];
  const length = spans[unit ?? ''];
  if (length !== undefined) return new Date(now.getTime() - Number(amount) * length).toISOString();
  if (!dateOrTime.test(text) || !isDay(text.slice(0, 'yyyy-mm-dd'.length))) return undefined;
  const zoned = !text.includes('T') || /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Whether the calendar has this day: a parser reads the 31st of February as the 3rd of March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function whatIsWrong(text: string, now: Date): string {
  const [, month = '', day = '', rest = ''] = /^(\d{4}-\d{2})-(29|30|31)(.*)$/u.exec(text) ?? [];
  const last = ['30', '29', '28'].find((one) => isDay(`${month}-${one}`));
  const meant = `${month}-${last}${rest}`;
  if (isDay(`${month}-${day}`) || readSince(meant, now) === undefined) return `expected ${sinceExpected}.`;
  return `there is no such day; ${month} ends on the ${last}th. Expected, for example, ${meant}.`;
}

/** Times as a person gives them. */
interface GivenTimes {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The same by other names, as `audit` has them. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** ISO 8601. */
export type Times = Pick<RunQuery, 'since' | 'until'>;

/** @throws CliError `usage` */
export function timesOf(given: GivenTimes, { now }: Pick<Services, 'now'>): Times {
  const read = (name: keyof GivenTimes): string | undefined => {
    const text = given[name];
    if (text === undefined) return undefined;
    const found = readSince(text, now());
    if (found !== undefined) return found;
    throw new CliError('usage', `--${name} ${printable(text)}: ${whatIsWrong(text, now())}`);
  };
  const times = { since: read('since') ?? read('from'), until: read('until') ?? read('to') };
  if (times.since !== undefined && times.until !== undefined && times.since >= times.until)
    throw new CliError(
      'usage',
      `--${given.until === undefined ? 'to' : 'until'}: ${time(times.until)} is not after ${time(times.since)}, the beginning. Expected a later time.`,
    );
  return times;
}
