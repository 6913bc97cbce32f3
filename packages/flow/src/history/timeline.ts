import type { LedgerEvent } from '@sluice/ledger';

export interface Timeline {
  readonly timeline: readonly Pick<LedgerEvent, 'at' | 'subject' | 'type' | 'data'>[];
  /** Older events of submissions that are left out: an answer may have 6 MB. */
  readonly timelineOmitted?: number;
}

/** Of the submissions of a run; the run's own events are always told. */
const mostEvents = 5000;

/** The events of a run in order of time: all that happened to the run, and the newest of its submissions. */
export function timelineOf(events: readonly LedgerEvent[]): Timeline {
  const ofSubmissions = events.filter(({ subject }) => subject !== 'run');
  const omitted = new Set(ofSubmissions.slice(0, Math.max(0, ofSubmissions.length - mostEvents)));
  const timeline = events
    .filter((event) => !omitted.has(event))
    .map(({ at, subject, type, data }) => ({ at, subject, type, data }));
  return { timeline, ...(omitted.size > 0 && { timelineOmitted: omitted.size }) };
}
