import {
  dayOf,
  lostTimeSchema,
  type Finding,
  type LostTime,
  type SealFinding,
  type Stored,
} from '@sluice/ledger';

/** A history that says that the ledger was restored from a backup. */
export interface Restore {
  readonly runId: string;
  /** The number of the event. */
  readonly event: number;
  readonly lost: LostTime;
}

/** `lost` if what was sealed is missing because the ledger was restored. */
export type AuditFinding = (Finding | SealFinding) & { readonly lost?: LostTime };

export function lostTimesIn(runId: string, events: Stored['events']): Restore[] {
  return events.flatMap(({ type, version, data }) => {
    const lost = type === 'ledgerRestored' ? lostTimeSchema.safeParse(data).data : undefined;
    return lost ? [{ runId, event: version, lost }] : [];
  });
}

/** Marks the findings that a restore of the ledger explains: sealed events of a time that the histories name as lost. */
export function explained(
  findings: readonly (Finding | SealFinding)[],
  restores: readonly Restore[],
): AuditFinding[] {
  return findings.map((finding) => {
    const found = restores.find((restore) => explains(restore, finding));
    return found ? { ...finding, lost: found.lost } : finding;
  });
}

function explains({ runId, event, lost }: Restore, finding: Finding | SealFinding): boolean {
  const { seal, subject } = finding;
  if (!('runId' in finding) || seal === undefined || seal < dayOf(lost.from)) return false;
  // A run that began in the lost time and was not read again.
  if (finding.event === undefined) return seal <= dayOf(lost.until);
  // A run that was read again has the event right after its beginning.
  return finding.runId === runId && (subject !== 'run' || event <= Math.max(finding.event, 2));
}
