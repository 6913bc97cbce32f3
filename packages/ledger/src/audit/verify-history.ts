import { dayOf } from '../model/order.ts';
import { createAudit, type Audited } from './audit.ts';
import type { AuditedHistory, Times } from './audited-history.ts';
import type { AuditFinding } from './restores.ts';
import { verifySeals, type Seal, type SealFinding } from './seal.ts';
import type { Sleep } from './stable-reading.ts';
import { verifyValues, type ValuesCount } from './verify-values.ts';

/** What was verified with the seal of a day. A run in several seals counts for the first of them. */
export interface VerifiedDay extends Pick<Audited, 'runs' | 'migrations' | 'uploads' | 'events'> {
  /** Null for what is not sealed yet. */
  readonly day: string | null;
  /** What was altered or lost. */
  readonly findings: readonly AuditFinding[];
}

export interface Verified extends Audited {
  readonly ok: boolean;
  /** The newest first. */
  readonly days: readonly VerifiedDay[];
  readonly seals: number;
  /** The lists by the hour of the days after it. */
  readonly lists: number;
  readonly values: ValuesCount;
  /** The last sealed day. */
  readonly sealedUntil: string | null;
}

interface Services {
  readonly now: () => Date;
  readonly sleep: Sleep;
  /** Called before each seal with its day. @param part of the seals that are verified, from 0 to 1 */
  readonly progress: (part: number, day: string) => void;
}

export const daysOf = ({ since, until }: Times) => ({
  from: since && dayOf(since),
  to: until && dayOf(until),
});

/** Verifies every seal with its runs, then every run that is not sealed yet, with the migration that started it. */
export async function verifyHistory(
  history: AuditedHistory,
  times: Times,
  services: Services,
): Promise<Verified> {
  const range = daysOf(times);
  const { seals, noted, lists } = await history.seals(range);
  const dayBefore = seals[0]?.previous?.day;
  const [before] =
    dayBefore === undefined ? [] : (await history.seals({ from: dayBefore, to: dayBefore })).seals;
  const audit = createAudit(history, services);
  const ofSeals = verifySeals(seals, { before, notes: noted });
  const stops: Stop[] = [{ day: null, totals: audit.result() }];
  for (const [index, seal] of seals.entries()) {
    services.progress(index / seals.length, seal.day);
    await audit.seal(seal);
    stops.push({ day: seal.day, totals: audit.result() });
  }
  for (const list of lists) await audit.list(list);
  let oldest: string | undefined;
  for await (const { runs, unreadable } of history.runPages(times)) {
    oldest = runs.at(-1)?.startedAt ?? oldest;
    for (const runId of unreadable) await audit.run(runId);
    for (const { runId } of runs) await audit.run(runId);
  }
  const totals = audit.result();
  const today = dayOf(services.now().toISOString());
  const sealedUntil = seals.findLast(({ day }) => day <= today)?.day ?? null;
  const due = { ...range, oldest: oldest && dayOf(oldest), sealedUntil, now: services.now() };
  const ofSealing = [...ofSeals, ...overdue(due), ...early(seals, today)];
  const { count, findings: ofValues } = await verifyValues(audit.claims(), history.values);
  const findings = [...ofSealing, ...totals.findings, ...ofValues];
  return {
    ...totals,
    ok: findings.length === 0,
    days: daysBetween([...stops, { day: null, totals }], ofSealing),
    seals: seals.length,
    lists: lists.length,
    values: count,
    sealedUntil,
    findings,
  };
}

/** How far an audit was after a day; null: after all that is not sealed yet, or before the first. */
interface Stop {
  readonly day: string | null;
  readonly totals: Audited;
}

/** What an audit verified from each stop to the next, the newest first. What is wrong with a seal that is missing is not sealed. */
function daysBetween(stops: readonly Stop[], ofSealing: readonly SealFinding[]): VerifiedDay[] {
  const sealed = new Set(stops.map(({ day }) => day));
  // Each result explains anew what a restore explains, in the same order.
  const explained = stops.at(-1)?.totals.findings ?? [];
  const days = stops.slice(1).map(({ day, totals }, at): VerifiedDay => {
    const before = stops[at]?.totals ?? totals;
    const ofSeal = ofSealing.filter(({ seal }) => (day === null ? !sealed.has(seal) : seal === day));
    return {
      day,
      runs: totals.runs - before.runs,
      migrations: totals.migrations - before.migrations,
      uploads: totals.uploads - before.uploads,
      events: totals.events - before.events,
      findings: [...ofSeal, ...explained.slice(before.findings.length, totals.findings.length)],
    };
  });
  const isShown = ({ day, runs, migrations, uploads, findings }: VerifiedDay) =>
    day !== null || runs + migrations + uploads + findings.length > 0;
  return days.filter(isShown).toReversed();
}

/** A day is sealed within hours of its end. */
const overdueAfterMs = 2 * 86_400_000;

/** A day is sealed once it is over: one of a day to come would hide those before it that are not sealed. */
function early(seals: readonly Seal[], today: string): SealFinding[] {
  return seals.flatMap(({ day }) =>
    day <= today ? [] : [{ seal: day, expected: 'no seal of a day to come', found: 'one' }],
  );
}

interface SealsDue {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The day on which the oldest listed run began. */
  readonly oldest: string | undefined;
  readonly sealedUntil: string | null;
  readonly now: Date;
}

/** A finding if the newest seal that must exist by now does not: it was never made, or it was removed. */
function overdue({ from = '', to, oldest, sealedUntil, now }: SealsDue): SealFinding[] {
  const due = dayOf(new Date(now.getTime() - overdueAfterMs).toISOString());
  const isInRange = from <= due && (to === undefined || to > due);
  const isSealed = sealedUntil === null ? oldest === undefined || oldest > due : sealedUntil >= due;
  if (!isInRange || isSealed) return [];
  const found = sealedUntil === null ? 'no seal at all' : `none after ${sealedUntil}`;
  return [{ seal: due, expected: 'a seal of this day, which ended more than a day ago', found }];
}
