import { dayOf } from '../model/order.ts';
import { lostTimeSchema, type LostTime } from '../model/run.ts';
import type { SealFinding } from './seal.ts';
import type { Stored } from './verify-items.ts';
import type { Finding } from './verify-run.ts';

export type AuditFinding = (Finding | SealFinding) & {
  /** What was sealed is missing because the ledger was restored from a backup. */
  readonly lost?: LostTime;
  /** When the event happened that is there (ISO 8601), as it says itself. */
  readonly at?: string;
};

export interface Found {
  readonly finding: Finding | SealFinding;
  /** When the event happened that is in the place of the expected one, if there is one. */
  readonly at?: string | undefined;
}

/** @param events of the run that the findings are about */
export function foundIn(
  events: Stored['events'],
  findings: readonly (Finding | SealFinding)[],
): readonly Found[] {
  return findings.map((finding) => {
    const isThere = ({ subject, version }: Stored['events'][number]) =>
      subject === finding.subject && version === finding.event;
    return { finding, at: events.find(isThere)?.at };
  });
}

/** The times that a ledger lost, by the history of a run. */
export function lostTimesIn(events: Stored['events']): LostTime[] {
  return events.flatMap(({ type, data }) =>
    type === 'ledgerRestored' ? (lostTimeSchema.safeParse(data).data ?? []) : [],
  );
}

/**
 * Marks the findings that a restore explains. Up to the moment of the backup everything must be as it was sealed; what is there
 * from later on was written after the restore.
 */
export function explained(found: readonly Found[], times: readonly LostTime[]): AuditFinding[] {
  return found.map(({ finding: one, at }) => {
    const finding = at === undefined ? one : { ...one, at };
    if (!('runId' in finding) || finding.seal === undefined) return finding;
    const seal = dayOf(finding.seal);
    const isLost = ({ from, until }: LostTime) =>
      dayOf(from) <= seal && seal <= dayOf(until) && (at === undefined || Date.parse(at) >= Date.parse(from));
    const lost = times.find(isLost);
    return lost ? { ...finding, lost } : finding;
  });
}
