import type { LedgerEvent } from '@sluice/ledger';

export interface Timeline {
  readonly timeline: readonly Pick<LedgerEvent, 'at' | 'subject' | 'type' | 'data'>[];
  /** How many older events of submissions are left out, since an answer has at most 6 MB. */
  readonly timelineOmitted?: number;
}

/** Events of submissions; the run's own events are always shown. */
const mostEvents = 5000;

/** The events of a run in order of time: all of the run itself, and the newest of its submissions. */
export function timelineOf(events: readonly LedgerEvent[]): Timeline {
  const ofSubmissions = events.filter(({ subject }) => subject !== 'run');
  const omitted = new Set(ofSubmissions.slice(0, Math.max(0, ofSubmissions.length - mostEvents)));
  const timeline = events
    .filter((event) => !omitted.has(event))
    .map(({ at, subject, type, data }) => ({ at, subject, type, data }));
  return { timeline, ...(omitted.size > 0 && { timelineOmitted: omitted.size }) };
}
