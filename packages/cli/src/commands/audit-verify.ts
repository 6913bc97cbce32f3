import { dayOf, verifySeals, type Finding, type SealFinding } from '@sluice/ledger';
import { createAudit } from '../audit.ts';
import { printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { createHistory } from '../history.ts';
import { numberText } from '../run-text.ts';
import type { Services } from '../services.ts';
import { timesOf } from './runs.ts';

export interface AuditVerifyOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Verified {
  readonly ok: boolean;
  readonly runs: number;
  /** Starts of migrations. */
  readonly migrations: number;
  readonly events: number;
  /** Events that an earlier version wrote without a hash: only their numbers are held. */
  readonly withoutHash: number;
  /** Runs and migrations that were written to during each of a few looks: their chains are held, their items not all. */
  readonly underWay: number;
  readonly seals: number;
  /** The last day that is sealed. */
  readonly sealedUntil: string | null;
  readonly findings: readonly (Finding | SealFinding)[];
}

/** Looks at every seal, every run that one of them tells of, and every run that no seal tells of yet, with the migration that began it. */
export async function auditVerify(options: AuditVerifyOptions, services: Services): Promise<Verified> {
  const history = createHistory(services);
  const times = timesOf({ since: options.from, until: options.to }, services);
  const days = { from: times.since && dayOf(times.since), to: times.until && dayOf(times.until) };
  const { seals, noted } = await history.seals(days);
  const named = seals[0]?.previous?.day;
  const [before] = named === undefined ? [] : (await history.seals({ from: named, to: named })).seals;
  const audit = createAudit(history, services);
  for (const [index, seal] of seals.entries()) {
    services.voice.progress({ label: 'verifying seals', part: index / seals.length, detail: seal.day });
    await audit.seal(seal);
  }
  services.voice.endProgress();
  let oldest: string | undefined;
  for await (const { runs, unreadable } of history.runPages(times)) {
    oldest = runs.at(-1)?.startedAt ?? oldest;
    for (const runId of unreadable) await audit.run(runId);
    for (const { runId } of runs) await audit.run(runId);
  }
  const { findings, ...counted } = audit.result();
  const sealedUntil = seals.at(-1)?.day ?? null;
  const due = { ...days, oldest: oldest && dayOf(oldest), sealedUntil, now: services.now() };
  const all = [...verifySeals(seals, { before, notes: noted }), ...overdue(due), ...findings];
  return { ok: all.length === 0, ...counted, seals: seals.length, sealedUntil, findings: all };
}

/** A day is sealed within hours of its end; where its seal failed, an alarm has told somebody. */
const overdueAfterMs = 2 * 86_400_000;

interface SealsDue {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The day on which the oldest run began that was looked at. */
  readonly oldest: string | undefined;
  readonly sealedUntil: string | null;
  readonly now: Date;
}

/** Whether the newest seals that there must be by now are not there, be it that they were never made or that they were taken away. */
function overdue({ from = '', to, oldest, sealedUntil, now }: SealsDue): SealFinding[] {
  const due = dayOf(new Date(now.getTime() - overdueAfterMs).toISOString());
  const isAsked = from <= due && (to === undefined || to > due);
  const isSealed = sealedUntil === null ? oldest === undefined || oldest > due : sealedUntil >= due;
  if (!isAsked || isSealed) return [];
  const found = sealedUntil === null ? 'no seal at all' : `none after ${sealedUntil}`;
  return [{ seal: due, expected: 'a seal of this day, which ended more than a day ago', found }];
}

export function verifiedText({ findings, ...verified }: Verified): string {
  const { runs, migrations, events, seals, sealedUntil } = verified;
  const counted = [
    [runs, 'run'],
    ...(migrations > 0 ? [[migrations, 'migration'] as const] : []),
    [events, 'event'],
    [seals, 'seal'],
  ] as const;
  const looked = counted.map(([n, what]) => `${numberText(n)} ${what}${n === 1 ? '' : 's'}`).join(', ');
  const until = sealedUntil === null ? 'nothing is sealed yet' : `sealed up to ${sealedUntil}`;
  const notHeld = notHeldText(verified);
  if (findings.length === 0) return [`Nothing was altered: ${looked}; ${until}.`, ...notHeld].join('\n');
  return [
    `NOT AS IT WAS WRITTEN, in ${numberText(findings.length)} places (${looked}; ${until}):`,
    ...findings.map((one) => `  ${printable(findingText(one))}`),
    ...notHeld,
  ].join('\n');
}

/** What was held only in part, a line each. */
function notHeldText({ withoutHash, underWay }: Pick<Verified, 'withoutHash' | 'underWay'>): string[] {
  const lines: string[] = [];
  if (withoutHash > 0)
    lines.push(
      `${numberText(withoutHash)} events of an earlier version have no hash: only that none is missing is known.`,
    );
  if (underWay > 0)
    lines.push(
      `Under way: ${numberText(underWay)}. Their chains were held, and their items not all: verify again when they have ended.`,
    );
  return lines;
}

function findingText(one: Finding | SealFinding): string {
  const { seal, subject, event, field, expected, found } = one;
  const places = [
    'runId' in one ? `run ${one.runId}` : '',
    subject ?? '',
    event === undefined ? '' : `event ${event}`,
    field === undefined ? '' : `field ${field}`,
    seal === undefined ? '' : `seal of ${seal}`,
  ];
  return `${places.filter((place) => place !== '').join(', ')}: expected ${expected}; found ${found}`;
}

export const command: Command<AuditVerifyOptions, Verified> = {
  run: auditVerify,
  text: verifiedText,
  json: (verified) => verified,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
