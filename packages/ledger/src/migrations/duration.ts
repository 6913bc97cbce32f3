const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `90 minutes`, `1 hour`, `2 days` in milliseconds; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4}) (minute|hour|day)s?$/.exec(text) ?? [];
  const each = unitMs[unit];
  return each === undefined ? undefined : Number(count) * each;
}
