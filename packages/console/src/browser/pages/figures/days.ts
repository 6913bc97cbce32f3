import type { DaySums } from '@sluice/ledger/views';

/** What the runs that began on a day came to, as the charts show it. */
export interface Day extends Pick<DaySums, 'day' | 'landed' | 'failed' | 'usd'> {
  /** Rows that were left out, skipped, not attempted, or of an unknown outcome. */
  readonly others: number;
  /** Rows read, by the time from the start to the end of their runs. */
  readonly perMinute: number;
}

const minuteMs = 60_000;

export function shownDay({ day, read, landed, failed, ms, usd }: DaySums): Day {
  const perMinute = ms === 0 ? 0 : Math.round((read * minuteMs) / ms);
  return { day, landed, failed, others: read - landed - failed, perMinute, usd };
}
