const dayMs = 24 * 60 * 60 * 1000;

/**
 * A time on a clock of the zone, as `2026-01-31T09:30:00`, with how far that clock is ahead. Undefined for a time that this
 * clock skips or shows twice when it is set.
 */
export function withZone(local: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // No zone sets its clocks twice within two days.
  const near = new Set([offsetAt(asUtc - dayMs, timeZone), offsetAt(asUtc + dayMs, timeZone)]);
  const [offset, ...others] = [...near].filter(
    (ms) => near.size === 1 || offsetAt(asUtc - ms, timeZone) === ms,
  );
  return offset === undefined || others.length > 0 ? undefined : `${local}${offsetText(offset)}`;
}

function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`;
}

const quarterMs = 15 * 60 * 1000;
const known = new Map<string, number>();

/** Milliseconds, always the same for the same quarter of an hour: asking `Intl` takes microseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / quarterMs) * quarterMs;
  const key = `${timeZone} ${quarter}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= 10_000) known.clear();
  const offset = askIntl(quarter, timeZone);
  known.set(key, offset);
  return offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function askIntl(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/u.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}
