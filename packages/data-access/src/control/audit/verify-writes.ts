import * as z from 'zod';
import { foundOfCall } from '../../store/calls.ts';
import type { AuditEvent } from './audit-event.ts';
import { erasedOfCalls } from './erasures.ts';
import type { AuditFinding } from './verify-audit.ts';

/** A call that wrote records, as it is stored. One of an earlier release has no hash. */
export const storedCallSchema = z.object({
  requestId: z.string(),
  date: z.string().optional(),
  valuesSha256: z.string().optional(),
  /** The hashes of its rows that were erased. */
  erased: z.array(z.string()).optional(),
  /** What its records tell, if that was asked. */
  found: foundOfCall.optional(),
});
export type StoredCall = Readonly<z.infer<typeof storedCallSchema>>;

/** Calls by what was found. */
export interface WritesCount {
  /** Their values are those that the log names. */
  readonly covered: number;
  readonly erasedRows: number;
  /** Their values are no longer stored. */
  readonly gone: number;
  /** They have no event: they are too new, or wrote nothing since they failed before. */
  readonly waiting: number;
  readonly notWritten: number;
  /** They have no event, and others have written their records since: nothing tells whether they wrote. */
  readonly untold: number;
  /** They are of an earlier release, which made no event. */
  readonly notCovered: number;
}

/** An event comes after half a minute; or after a quarter of an hour more, if the call had not written by then. */
const eventWithinMs = 20 * 60_000;
/** Objects expire with the day, and not at once. */
const expiryMs = 2 * 86_400_000;

const wroteData = z.object({ siteId: z.string(), valuesSha256: z.string() });

interface Wrote {
  readonly event: AuditEvent;
  readonly valuesSha256: string;
}

interface SiteWrites {
  readonly siteId: string;
  readonly stored: readonly StoredCall[];
  readonly now: Date;
}

function wroteIn(events: readonly AuditEvent[], siteId: string): Wrote[] {
  return events.flatMap((event) => {
    const data = event.type === 'wrote' ? wroteData.safeParse(event.data).data : undefined;
    return data?.siteId === siteId ? [{ event, valuesSha256: data.valuesSha256 }] : [];
  });
}

/** The calls that should have an event, and have none. */
export function withoutEvent(
  events: readonly AuditEvent[],
  { siteId, stored, now }: SiteWrites,
): readonly StoredCall[] {
  const known = new Set(wroteIn(events, siteId).map(({ event }) => event.requestId));
  return stored.filter(
    (call) => !known.has(call.requestId) && call.valuesSha256 !== undefined && !isNew(call, now),
  );
}

const isNew = ({ date = '' }: StoredCall, now: Date) =>
  Math.abs(now.getTime() - Date.parse(date)) < eventWithinMs;

/** Compares what a site has stored of calls that were no imports with the events of the log. Pure. */
export function verifyWrites(
  events: readonly AuditEvent[],
  site: SiteWrites,
): { readonly count: WritesCount; readonly findings: AuditFinding[] } {
  const { siteId, stored } = site;
  const wrote = wroteIn(events, siteId);
  const erasures = erasedOfCalls(events, siteId);
  const calls = new Map(stored.map((call) => [call.requestId, call]));
  const known = new Set(wrote.map(({ event }) => event.requestId));
  const gone = wrote.filter(({ event }) => !calls.has(event.requestId));
  const altered = wrote.filter((one) => {
    const call = calls.get(one.event.requestId);
    return call !== undefined && call.valuesSha256 !== one.valuesSha256;
  });
  const others = new Set(altered.map(({ event }) => event.requestId));
  const alone = stored.filter(({ requestId }) => !known.has(requestId));
  const overdue = withoutEvent(events, site);
  const untold = overdue.filter(({ found }) => found === 'overwritten').length;
  const missing = overdue.filter(({ found }) => found === undefined || found === 'written');
  const notCovered = alone.filter(({ valuesSha256 }) => valuesSha256 === undefined).length;
  const covered = stored.filter(({ requestId }) => known.has(requestId) && !others.has(requestId));
  return {
    count: {
      covered: covered.length,
      erasedRows: covered.reduce((sum, { erased = [] }) => sum + erased.length, 0),
      gone: gone.length,
      waiting: alone.length - notCovered - overdue.length,
      notWritten: overdue.length - missing.length - untold,
      untold,
      notCovered,
    },
    findings: [
      ...covered.flatMap((call) => notErased(call, erasures.get(call.requestId), siteId)),
      ...altered.map((one) => findingOf(one, 'others')),
      ...goneEarly(gone, stored).map((one) => findingOf(one, 'none, although older ones are stored')),
      ...missing.map(({ requestId }) => ({
        event: `writes/${siteId}/${requestId}`,
        expected: 'an event of this call',
        found: 'none',
      })),
    ],
  };
}

/** What is gone before its time: something older is still stored. What an erase rewrote is kept longer, so it does not count. */
function goneEarly(gone: readonly Wrote[], stored: readonly StoredCall[]): readonly Wrote[] {
  const dates = stored.map(({ date = '', erased }) => (erased?.length === 0 ? Date.parse(date) : NaN));
  const oldest = dates.reduce((least, date) => (date < least ? date : least), Infinity);
  return gone.filter(({ event }) => Date.parse(event.at) > oldest + expiryMs);
}

/** A row that says that it was erased, and of which no event says so. */
function notErased(
  { requestId, erased = [] }: StoredCall,
  known: ReadonlySet<string> | undefined,
  siteId: string,
): AuditFinding[] {
  const rows = erased.filter((row) => known?.has(row) !== true);
  return rows.map((row) => ({
    event: `writes/${siteId}/${requestId}`,
    expected: `an event that its row ${row} was erased`,
    found: 'none',
  }));
}

const findingOf = ({ event, valuesSha256 }: Wrote, found: string): AuditFinding => ({
  event: event.version,
  expected: `the values of request ${event.requestId} whose hash is ${valuesSha256}`,
  found,
});
