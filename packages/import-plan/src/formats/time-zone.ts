const dayMs = 24 * 60 * 60 * 1000;

/**
 * A local time of the zone, such as `2026-01-31T09:30:00`, with its offset. Undefined for a time that the clocks of the zone skip
 * or show twice.
 */
export function withZone(local: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // No zone changes its clocks twice within two days.
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

/** In milliseconds, cached by quarter of an hour, since `Intl` takes microseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / quarterMs) * quarterMs;
  const key = `${timeZone} ${quarter}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= 10_000) known.clear();
  const offset = offsetByIntl(quarter, timeZone);
  known.set(key, offset);
  return offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetByIntl(instant: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/u.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}
